import { countKnownHeaders } from '../header/aliases.ts'
import type { Ambiguous, Dialect } from '../../../sheets/text/dialect.ts'
import { sniffText } from '../../../sheets/text/sniff-text.ts'

/** Matches the delimiter between the columns that an earlier check of ours appended. */
const BETWEEN_OURS = /frota_status([^\w"'\r\n]{1,4})frota_motivo\1frota_coluna\1frota_valor\1/

/**
 * Stage two for a fleet: the dialect in which the beginning of a text names the most columns that
 * a fleet must have. When `head` is not the whole text its last line is left out. A file that a
 * check of ours gave back is cut as it was written, whatever its columns of reasons look like.
 */
export function detectDialect(head: string, isWhole: boolean): Dialect | Ambiguous {
  const found = sniffText(head, isWhole, { headerHits: countKnownHeaders })
  const delimiter = BETWEEN_OURS.exec(head)?.[1]
  if (delimiter === undefined) return found
  if (!('ambiguous' in found) && (found.sepLine || found.delimiter === delimiter)) return found
  const settled = sniffText(`sep=${delimiter.charAt(0)}\n${head}`, isWhole)
  return 'ambiguous' in settled ? settled : { ...settled, delimiter, sepLine: false }
}
