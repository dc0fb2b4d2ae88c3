import { createHash } from 'node:crypto'
import { encodingOfHead, EncodingEvidence, type Encoding } from '../../../sheets/text/encoding.ts'
import type { FileWarning, Refused } from '../judged.ts'
import { HEAD_BYTES, type IntakeLimits } from '../limits.ts'
import { kindOfBinary, type BinaryKind } from '../../../sheets/text/binary-kind.ts'
import { refuse } from '../reasons/explain.ts'

/** Reads all bytes once: size, hash, encoding, and whether this is a text file at all. */

export interface Survey {
  readonly sha256: string
  readonly byteLength: number
  readonly encoding: Encoding
  readonly head: Uint8Array
  readonly warnings: readonly FileWarning[]
}

/** `binary`: what the file is when it is no text; then nothing is known of its encoding. */
export async function surveyFile(
  bytes: AsyncIterable<Uint8Array>,
  limits: IntakeLimits,
): Promise<(Survey & { readonly binary?: BinaryKind }) | Refused> {
  const hash = createHash('sha256')
  const evidence = new EncodingEvidence()
  const headPieces: Uint8Array[] = []
  let byteLength = 0
  for await (const piece of bytes) {
    if (byteLength < HEAD_BYTES) headPieces.push(piece.slice(0, HEAD_BYTES - byteLength))
    byteLength += piece.length
    if (byteLength > limits.bytesMax) return refuse('F-TOO-LARGE', { limit: limits.bytesMax })
    hash.update(piece)
    evidence.add(piece)
  }
  const head = Buffer.concat(headPieces)
  if (byteLength === 0) return refuse('F-EMPTY', {})
  const known = encodingOfHead(head)
  const binary = kindOfBinary(head, known?.name.startsWith('utf-16') ?? false)
  const sha256 = hash.digest('hex')
  if (binary !== undefined) {
    const encoding = { name: 'utf-8', bom: false } as const
    return { sha256, byteLength, head, encoding, warnings: [], binary }
  }
  return { sha256, byteLength, head, ...settleEncoding(known, evidence) }
}

/** The bytes of a later pass are not those of the first. */
export class FileChanged extends Error {}

/** The bytes of a later pass; throws `FileChanged` as soon as they cannot be those surveyed. */
export async function* readAgain(
  bytes: AsyncIterable<Uint8Array>,
  survey: Pick<Survey, 'byteLength' | 'sha256'>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let byteLength = 0
  for await (const piece of bytes) {
    byteLength += piece.length
    if (byteLength > survey.byteLength) throw new FileChanged('the bytes changed')
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== survey.sha256) throw new FileChanged('the bytes changed')
}

function settleEncoding(
  known: Encoding | undefined,
  evidence: EncodingEvidence,
): { encoding: Encoding; warnings: FileWarning[] } {
  if (known !== undefined && known.name !== 'utf-8') {
    const label = known.name.toUpperCase()
    return { encoding: known, warnings: [{ code: 'W-ENC', facts: { encoding: label } }] }
  }
  const { name, badBytes, mixed, doubt, sample, other } = evidence.verdict()
  if (known !== undefined || name === 'utf-8') {
    const isMixed = mixed || badBytes > 0
    const warnings = isMixed ? [{ code: 'W-ENC-MIXED', facts: { bytes: badBytes } } as const] : []
    return { encoding: known ?? { name: 'utf-8', bom: false }, warnings }
  }
  const warnings: FileWarning[] = [{ code: 'W-ENC', facts: { encoding: 'Windows-1252' } }]
  if (doubt) warnings.push({ code: 'W-ENC-DOUBT', facts: { sample, other } })
  return { encoding: { name, bom: false }, warnings }
}
