/** Rows that come into one chunk without end, on a machine that is slower than they are. */
import { describe, expect, test } from 'vitest'
import { GATHER_MS } from '../../src/queue/drive.ts'
import { done } from '../support/outcomes.ts'
import { REPEAT_FIRST_MS, REPEATS_MAX } from '../../src/queue/pace.ts'
import { ended, setting } from './drive-setting.ts'

const MINUTE_MS = 60_000
const TICK_MS = 100
/** A row comes before a job is through with those of before, so the chunk is always due. */
const ROW_EVERY_MS = 700
const JOB_MS = 1_500
const JOB = 'chunk-1'

interface Row {
  readonly id: number
  readonly cameAtMs: number
  tries: number
}

/** `handle`: what the job does with a row that was due when it started; true when that is done. */
async function stream(handle: (row: Row) => boolean, forMs = 15 * MINUTE_MS) {
  const { queue, ledger, clock, start } = setting()
  let due: Row[] = []
  let came = 0
  let atWork: { rows: Row[]; endsAtMs: number } | undefined
  const waits: number[] = []
  const show = (): void => {
    const fingerprint = due.map(({ id, tries }) => `${id} ${tries}`).join()
    const rows = { count: due.length, fingerprint }
    const job = { kind: 'preview-orders', id: JOB, data: { chunk: '1' }, rows } as const
    ledger.work = due.length === 0 ? [] : [job]
  }
  const work = (): void => {
    const nowMs = clock.now()
    if (queue.jobs.has(JOB)) atWork ??= { rows: [...due], endsAtMs: nowMs + JOB_MS }
    if (atWork === undefined || atWork.endsAtMs > nowMs) return
    const over = new Set(atWork.rows.filter(handle))
    for (const row of over) waits.push(nowMs - row.cameAtMs)
    due = due.filter((row) => !over.has(row))
    atWork = undefined
    show()
    queue.end(JOB, done)
  }
  const beganAtMs = clock.now()
  // The first row is there at the start, or the run would be over before it began.
  const comeUntil = (elapsedMs: number): void => {
    while (came * ROW_EVERY_MS <= Math.min(elapsedMs, forMs)) {
      due.push({ id: came, cameAtMs: clock.now(), tries: 0 })
      came += 1
    }
    show()
  }
  comeUntil(0)
  const driving = start()
  while (!(await ended(driving))) {
    await clock.advance(TICK_MS)
    comeUntil(clock.now() - beganAtMs)
    work()
  }
  return { ending: await driving, came, waits, left: due, starts: queue.taken.length }
}

describe('rows that come into a chunk all the time', () => {
  test('are all worked on, the last as soon as the first, and nothing is given up', async () => {
    const { ending, came, waits, left } = await stream(() => true)
    expect(came).toBeGreaterThan(1_000)
    expect({ ending, left }).toMatchObject({ ending: { ending: 'quiet', givenUp: [] }, left: [] })
    expect(waits).toHaveLength(came)
    expect(Math.max(...waits)).toBeLessThan(
      2 * JOB_MS + REPEAT_FIRST_MS + 2 * (TICK_MS + GATHER_MS),
    )
  })

  test('do not hide one that never moves, which is given up alone when the others are done', async () => {
    const { ending, came, waits, left } = await stream(({ id }) => id !== 10)
    expect(waits).toHaveLength(came - 1)
    expect(left.map(({ id }) => id)).toEqual([10])
    expect(ending).toMatchObject({
      ending: 'quiet',
      givenUp: [{ kind: 'preview-orders', work: '1', rows: 1, ended: 'done' }],
    })
  })

  test('are given up all together when the work moves none of them', async () => {
    const { ending, came, starts } = await stream(() => false, 5 * MINUTE_MS)
    expect(ending).toMatchObject({ ending: 'quiet', givenUp: [{ rows: came }] })
    expect(starts).toBeLessThan((5 * MINUTE_MS) / (JOB_MS + REPEAT_FIRST_MS) + REPEATS_MAX)
  })

  test('are not given up when they need many tries, as long as each try is one less', async () => {
    const tried = (row: Row): boolean => (row.tries += 1) > REPEATS_MAX + 2
    const { ending, came, waits } = await stream(tried, 5 * MINUTE_MS)
    expect(ending).toMatchObject({ ending: 'quiet', givenUp: [] })
    expect(waits).toHaveLength(came)
  })
})
