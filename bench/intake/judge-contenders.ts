/** The whole of intake without a ledger: every row's verdict, read to the end. */
import { createReadStream } from 'node:fs'
import { judgeFile } from '../../src/reconciliation/intake/judge-file.ts'

/** Answers how many rows were kept; throws when a row of the bench's files was not. */
export async function judgeOnly(path: string): Promise<number> {
  const judged = await judgeFile(() => createReadStream(path))
  if ('refused' in judged) throw new Error(judged.refused.message.en)
  let kept = 0
  for await (const rows of judged.rows) {
    for (const row of rows) if (row.vehicle !== undefined) kept++
  }
  if (kept !== judged.counts.read) throw new Error(`${judged.counts.read - kept} rows were lost.`)
  return kept
}
