/** Reads the same thing again and again, at first often and then steadily. */
import type { Answer } from './answer.ts'
import type { Target } from './target.ts'

const WAITS_MS = [200, 300, 500, 1_000]
const STEADY_WAIT_MS = 2_000
const CONSULTATION_MS_MAX = 120_000

/** The first answer that is as wanted, is an error, or was the last when the time was over. */
export async function readUntil(
  t: Target,
  path: string,
  isWanted: (answer: Answer) => boolean,
  msMax: number,
): Promise<Answer> {
  let answer = await t.send('GET', path)
  let spentMs = 0
  for (let turn = 0; spentMs < msMax && answer.status < 300 && !isWanted(answer); turn += 1) {
    const waitMs = WAITS_MS[turn] ?? STEADY_WAIT_MS
    await t.pause(waitMs)
    spentMs += waitMs
    answer = await t.send('GET', path)
  }
  return answer
}

/** A consultation when it is ready or failed, or when that took too long. */
export function readOut(t: Target, id: unknown): Promise<Answer> {
  const isOver = ({ body }: Answer): boolean => /^(ready|failed)$/.test(String(body['status']))
  return readUntil(t, `/api/v1/consultations/${String(id)}`, isOver, CONSULTATION_MS_MAX)
}
