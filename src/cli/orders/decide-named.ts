/** Decides about the proposals that a command line names, and says of each what came of it. */
import type { Locale } from '../../bilingual.ts'
import type { Decided, Person } from '../../reconciliation/orders/deciding/decide-plan.ts'
import type { FileOutcome } from '../../reconciliation/orders/deciding/decide-file.ts'
import type { CommandContext } from '../context.ts'
import { bounceWords, editedCellWords } from '../../app/orders/decision-words.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import type { NamedPlan } from './named-plans.ts'

const EXIT_BOUNCED = 1

/** `decide`: what the command does with each of the proposals. */
export async function decideNamed(
  context: CommandContext,
  plans: readonly NamedPlan[],
  decide: (of: { readonly planId: string; readonly person: Person }) => Promise<Decided>,
): Promise<void> {
  const { output, config } = context
  const person = decidingPerson(config)
  const decided: object[] = []
  let bounced = 0
  for (const { id, plate } of plans) {
    if (context.stop.aborted) break
    const outcome = await decide({ planId: id, person })
    if (outcome.outcome === 'bounced') bounced += 1
    const words = outcomeWords(outcome, output.locale)
    output.line(`${plate.padEnd(7)}  ${words}  ${id}`)
    decided.push({ plan: id, plate, ...outcome, words })
  }
  if (bounced > 0) context.exitWith(EXIT_BOUNCED)
  output.object({ person: person.name, decided })
}

/** The outcome of a decision, with the cure where it was not carried out. */
export function outcomeWords(outcome: FileOutcome, locale: Locale): string {
  const pt = locale === 'pt-BR'
  switch (outcome.outcome) {
    case 'approved':
      return pt ? 'aprovada' : 'approved'
    case 'rejected':
      return pt ? 'rejeitada' : 'rejected'
    case 'withdrawn':
      return pt
        ? 'aprovação retirada: é uma proposta de novo'
        : 'approval withdrawn: it is a proposal again'
    case 'not-approved':
      return pt ? 'nada mudou: não estava aprovada' : 'unchanged: it was not approved'
    case 'awaits-second': {
      const people = outcome.people.join(', ')
      return pt
        ? `aguarda uma segunda pessoa: ${people} aprovou`
        : `awaits a second person: ${people} approved`
    }
    case 'unchanged': {
      const people = outcome.people.join(', ')
      if (outcome.awaitsSecond === true) {
        return pt
          ? `nada mudou: ainda aguarda uma segunda pessoa (${people} aprovou)`
          : `unchanged: still awaits a second person (${people} approved)`
      }
      return pt ? `nada mudou: já decidida (${people})` : `unchanged: decided before (${people})`
    }
    case 'undecided':
      return pt ? 'sem decisão' : 'undecided'
    case 'bounced': {
      const why =
        outcome.why === 'cell-edited'
          ? editedCellWords(outcome.cell, locale)
          : bounceWords(outcome.why, outcome.about, locale)
      return pt ? `não aplicada: ${why}` : `not applied: ${why}`
    }
  }
}
