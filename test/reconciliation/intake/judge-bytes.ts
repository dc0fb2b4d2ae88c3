import type { JudgedFile, JudgedRow, Refused } from '../../../src/reconciliation/intake/judged.ts'
import { judgeFile, type JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import type { VerdictOptions } from '../../../src/reconciliation/intake/verdicts/verdict-records.ts'
import { writeVerdicts } from '../../../src/reconciliation/intake/verdicts/write-verdicts.ts'

/** Files made in memory, judged whole, for the tests of intake. */

export const HEADER = 'placa;renavam;uf;cpf_cnpj;apelido'
export const GOOD = 'ABC1C34;00639884962;SP;11222333000181;Van 1'

export interface Answer {
  readonly file: JudgedFile
  readonly rows: readonly JudgedRow[]
}

/** The same bytes each time, in pieces of `size`. */
export function sourceOf(bytes: Uint8Array | string, size = 1 << 16) {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
  }
}

export async function judgeBytes(
  bytes: Uint8Array | string,
  options?: JudgeOptions,
  pieceSize?: number,
): Promise<Answer | Refused> {
  const file = await judgeFile(sourceOf(bytes, pieceSize), options)
  if ('refused' in file) return file
  const rows: JudgedRow[] = []
  for await (const batch of file.rows) rows.push(...batch)
  return { file, rows }
}

/** Judges what must not be refused. */
export async function judged(
  bytes: Uint8Array | string,
  options?: JudgeOptions,
  pieceSize?: number,
): Promise<Answer> {
  const answer = await judgeBytes(bytes, options, pieceSize)
  if ('refused' in answer) throw new Error(`refused: ${JSON.stringify(answer.refused)}`)
  return answer
}

export async function refusal(
  bytes: Uint8Array | string,
  options?: JudgeOptions,
): Promise<Refused['refused']> {
  const answer = await judgeBytes(bytes, options)
  if ('refused' in answer) return answer.refused
  throw new Error(`not refused: ${JSON.stringify(answer.file.counts)}`)
}

export function codesOf(row: JudgedRow | undefined): string[] {
  return (row?.issues ?? []).map((issue) => issue.code)
}

export async function writtenBack(answer: Answer, options: VerdictOptions): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const { understood, rows } = answer.file
  for await (const piece of writeVerdicts(understood, rows, options)) pieces.push(piece)
  return Buffer.concat(pieces)
}
