import { countKnownHeaders } from './aliases.ts'
import type { Ambiguous, Dialect } from './dialect.ts'
import { sniffText } from './sniff/sniff-text.ts'

/**
 * Stage two for a fleet: the dialect in which the beginning of a text names the most columns that
 * a fleet must have. When `head` is not the whole text its last line is left out.
 */
export function detectDialect(head: string, isWhole: boolean): Dialect | Ambiguous {
  return sniffText(head, isWhole, { headerHits: countKnownHeaders })
}
