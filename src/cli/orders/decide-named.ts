/** Decides about the proposals that a command line names, and says of each what came of it. */
import type { Decided, Person } from '../../reconciliation/orders/deciding/decide-plan.ts'
import type { CommandContext } from '../context.ts'
import { outcomeWords } from '../../app/orders/outcome-words.ts'
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
