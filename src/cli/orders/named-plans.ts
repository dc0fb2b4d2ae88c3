/** The proposals that a command line names, by their id, or their vehicle's plate or RENAVAM. */
import { isUuid } from '../../contract/scalar.ts'
import { Failure } from '../../failure.ts'
import { mercosulForm, normalizePlate } from '../../fleet/plate.ts'
import type { PlanListing } from '../../ledger/orders/plans.ts'
import type { CommandContext } from '../context.ts'

export interface NamedPlan {
  readonly id: string
  /** Empty when the id is of no plan that stands. */
  readonly plate: string
}

/** `listed`: proposals and approved plans. Throws a Failure that names the word to fix. */
export function namedPlans(
  { words, name }: CommandContext,
  listed: readonly PlanListing[],
): NamedPlan[] {
  if (words.length === 0) {
    throw new Failure('usage', {
      pt: `Diga quais: frota ${name} ABC1D23 (placa ou número da proposta; veja frota orders).`,
      en: `Say which: frota ${name} ABC1D23 (plate or id of a proposal; see frota orders).`,
    })
  }
  const named = words.map((word): NamedPlan => {
    if (isUuid(word)) {
      const id = word.toLowerCase()
      return { id, plate: listed.find((plan) => plan.id === id)?.plate ?? '' }
    }
    const [found, ...others] = ofVehicle(word, listed)
    if (found !== undefined && others.length === 0) return found
    if (found !== undefined) throw severalVehicles(word, [found, ...others])
    const typed = word.slice(0, 40)
    throw new Failure('usage', {
      pt: `Não há proposta para "${typed}"; dê a placa ou o número que frota orders mostra.`,
      en: `There is no proposal for "${typed}"; give the plate or the id that frota orders shows.`,
    })
  })
  return [...new Map(named.map((plan) => [plan.id, plan])).values()]
}

/** A word of digits only is a RENAVAM; a plate matches in both of its forms. */
function ofVehicle(word: string, listed: readonly PlanListing[]): PlanListing[] {
  const digits = word.replace(/[\s.-]/g, '')
  if (/^[0-9]{9,11}$/.test(digits)) {
    return listed.filter(({ renavam }) => renavam === digits.padStart(11, '0'))
  }
  const plate = mercosulForm(normalizePlate(word))
  return listed.filter((plan) => mercosulForm(plan.plate) === plate)
}

/** A plate that moved from one vehicle to another may be on proposals of both. */
function severalVehicles(word: string, plans: readonly PlanListing[]): Failure {
  const typed = word.slice(0, 14)
  const renavams = plans.map(({ renavam }) => renavam).join(', ')
  return new Failure('usage', {
    pt: `A placa ${typed} está em propostas de mais de um veículo: RENAVAM ${renavams}. Diga qual.`,
    en: `The plate ${typed} is on proposals of several vehicles: RENAVAM ${renavams}. Say which.`,
  })
}
