/** Pure. What does not go on by itself at once, as lines: first what needs a person. */
import type { HeldEffect } from '../../ledger/effects-held.ts'
import type { Output } from '../output.ts'
import { advice, adviceKey } from '../../reconciliation/reports/advice.ts'
import { messagesOf } from '../../reconciliation/reports/locales.ts'
import { duration } from '../duration.ts'
import { time } from '../run/stage-lines.ts'
import { effectKind, effectReason } from '../words.ts'

/** Lines of each sort; the reports list them all. */
const LINES_MAX = 10

/** `now`: for the ages. Behind what waits for a person stands what to check and what not to do. */
export function heldLines(
  held: readonly HeldEffect[],
  output: Output,
  at: { readonly zone: string; readonly nowMs: number },
): string[] {
  const { say } = output
  const person = held.filter(({ state }) => state === 'quarantined' || state === 'needs-person')
  const waits = held.filter((each) => !person.includes(each))
  return [
    ...section(say('Precisa de uma pessoa', 'Needs a person'), person, output, at),
    ...section(say('Será procurado no serviço', 'To be looked up'), waits, output, at),
  ]
}

function section(
  title: string,
  held: readonly HeldEffect[],
  output: Output,
  at: { readonly zone: string; readonly nowMs: number },
): string[] {
  if (held.length === 0) return []
  const { say } = output
  const shown = held.slice(0, LINES_MAX)
  const more = held.length - shown.length
  const rest = more > 0 ? [`  ${say('e mais', 'and')} ${more}${say('', ' more')}`] : []
  return [
    `${title}: ${held.length}`,
    ...shown.map((each) => heldLine(each, output, at)),
    ...rest,
    ...adviceLines(shown, output, at.zone),
  ]
}

function heldLine(
  each: HeldEffect,
  output: Output,
  { zone, nowMs }: { readonly zone: string; readonly nowMs: number },
): string {
  const { locale, say } = output
  const age = duration(nowMs - each.since.getTime(), output)
  const since = `${say('desde', 'since')} ${time(each.since, output, zone)} (${age})`
  const when =
    each.lookUpAt === null
      ? since
      : `${since}, ${say('procurado às', 'looked up at')} ${time(each.lookUpAt, output, zone)}`
  const reason = each.reason === null ? '' : ` · ${effectReason(each.reason, locale)}`
  return `  ${each.plate}  ${effectKind(each.kind, locale)}  ${when}${reason}`
}

/** Each sentence once, with the plates that it is about when there are several. */
function adviceLines(shown: readonly HeldEffect[], output: Output, zone: string): string[] {
  const texts = messagesOf(output.locale)
  const byText = Map.groupBy(shown, (each) => {
    const when = each.lookUpAt === null ? '' : time(each.lookUpAt, output, zone)
    return advice(texts, adviceKey(each), when)
  })
  return [...byText].map(([text, about]) => {
    const plates = byText.size > 1 ? `${about.map(({ plate }) => plate).join(', ')}: ` : ''
    return `  → ${plates}${text}`
  })
}
