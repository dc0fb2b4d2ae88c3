/** Reads a bank's statement: OFX of either kind, or CSV. */
import { kindOfBinary } from '../text/binary-kind.ts'
import { encodingOfHead } from '../text/encoding.ts'
import { textOfBytes } from '../text/text-of-bytes.ts'
import { readCsvStatement } from './csv-statement.ts'
import { STATEMENT_LIMITS, type StatementLimits } from './limits.ts'
import { readOfx } from './ofx-statement.ts'
import { StatementRefused, type Statement } from './statement.ts'

/** Bytes that tell what a file is. */
const HEAD_BYTES = 4_096

/** The header of CNAB 240 or 400, whose lines would be read as a table without columns. */
const CNAB = /^(?:[0-9]{3}00000.{232}|0[12]RE(?:TORNO|MESSA).{391})(?:\r?\n|$)/

/** Never throws for what stands in the file: a problem says why there are no accounts. */
export function readStatement(
  bytes: Uint8Array,
  limits: StatementLimits = STATEMENT_LIMITS,
): Statement {
  try {
    return readBytes(bytes, limits)
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error
    return { accounts: [], problems: [error.problem] }
  }
}

function readBytes(bytes: Uint8Array, limits: StatementLimits): Statement {
  const { bytesMax } = limits
  if (bytes.length > bytesMax) throw new StatementRefused('S-BYTES', { limit: bytesMax })
  const head = bytes.subarray(0, HEAD_BYTES)
  const kind = kindOfBinary(head, encodingOfHead(head)?.name.startsWith('utf-16') ?? false)
  // OFX 2 is XML; everything else that is no plain text holds no statement.
  if (kind !== undefined && kind !== 'XML') throw new StatementRefused('S-FORMAT')
  const text = textOfBytes(bytes)
  if (text.trim() === '') throw new StatementRefused('S-EMPTY')
  const isOfx = /<OFX[\s>]|OFXHEADER/i.test(text.slice(0, HEAD_BYTES))
  if ((kind === 'XML' && !isOfx) || CNAB.test(text)) throw new StatementRefused('S-FORMAT')
  return isOfx ? readOfx(text, limits) : readCsvStatement(text, limits)
}
