/** The proposals that a command line names, by their id or by their vehicle's plate. */
import { Failure } from '../../failure.ts'
import { mercosulForm, normalizePlate } from '../../fleet/plate.ts'
import type { PlanListing } from '../../ledger/plans.ts'
import type { CommandContext } from '../context.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface NamedPlan {
  readonly id: string
  /** Empty when the id is of no plan that stands. */
  readonly plate: string
}

/** `standing`: proposals and approved plans. Throws a Failure that names the word to mend. */
export function namedPlans(
  { words, name }: CommandContext,
  standing: readonly PlanListing[],
): NamedPlan[] {
  if (words.length === 0) {
    throw new Failure('usage', {
      pt: `Diga quais: frota ${name} ABC1D23 (placa ou número da proposta; veja frota orders).`,
      en: `Say which: frota ${name} ABC1D23 (plate or id of a proposal; see frota orders).`,
    })
  }
  const named = words.map((word): NamedPlan => {
    if (UUID.test(word)) {
      const id = word.toLowerCase()
      return { id, plate: standing.find((plan) => plan.id === id)?.plate ?? '' }
    }
    const plate = mercosulForm(normalizePlate(word))
    const found = standing.find((plan) => mercosulForm(plan.plate) === plate)
    if (found !== undefined) return found
    const typed = word.slice(0, 40)
    throw new Failure('usage', {
      pt: `Não há proposta para "${typed}"; dê a placa ou o número que frota orders mostra.`,
      en: `There is no proposal for "${typed}"; give the plate or the id that frota orders shows.`,
    })
  })
  return [...new Map(named.map((plan) => [plan.id, plan])).values()]
}
