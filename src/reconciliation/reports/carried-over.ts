/** Pure. The sentence about vehicles that a run leaves to a later one, and until when. */
import type { Display } from './words/display.ts'
import { fill, plural, type Messages } from './words/messages.ts'

/** `until`: when the last would be answered without a pause, where that is known. */
export function carriedOverSentence(
  count: number,
  until: Date | null | undefined,
  { page }: Pick<Messages, 'page'>,
  display: Pick<Display, 'count' | 'instant'>,
): string {
  const at = until === null ? undefined : until?.toISOString()
  return [
    plural(page.carriedOver, count, { n: display.count(count) }),
    ...(at === undefined ? [] : [fill(page.carriedUntil, { at: display.instant(at) })]),
    page.nothingRepeated,
  ].join(' ')
}
