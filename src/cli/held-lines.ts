/** Pure. What does not go on by itself at once, as lines: first what needs a person. */
import type { HeldEffect } from '../ledger/effects-held.ts'
import type { Output } from './output.ts'
import { time } from './stage-lines.ts'
import { effectKind, effectReason } from './words.ts'

/** Lines of each sort; the reports list them all. */
const LINES_MAX = 10

export function heldLines(held: readonly HeldEffect[], output: Output, zone: string): string[] {
  const { say } = output
  const person = held.filter(({ state }) => state === 'quarantined' || state === 'needs-person')
  const waits = held.filter((each) => !person.includes(each))
  return [
    ...section(say('Precisa de uma pessoa', 'Needs a person'), person, output, zone),
    ...section(say('Será procurado no serviço', 'To be looked up'), waits, output, zone),
  ]
}

function section(
  title: string,
  held: readonly HeldEffect[],
  output: Output,
  zone: string,
): string[] {
  if (held.length === 0) return []
  const { locale, say } = output
  const lines = held.slice(0, LINES_MAX).map((each) => {
    const when =
      each.lookUpAt === null
        ? `${say('desde', 'since')} ${time(each.since, output, zone)}`
        : `${say('procurado às', 'looked up at')} ${time(each.lookUpAt, output, zone)}`
    const reason = each.reason === null ? '' : ` · ${effectReason(each.reason, locale)}`
    return `  ${each.plate}  ${effectKind(each.kind, locale)}  ${when}${reason}`
  })
  const more = held.length - lines.length
  const rest = more > 0 ? [`  ${say('e mais', 'and')} ${more}${say('', ' more')}`] : []
  return [`${title}: ${held.length}`, ...lines, ...rest]
}
