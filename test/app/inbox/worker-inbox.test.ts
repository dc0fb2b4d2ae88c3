/** When a worker looks into the watched folder, and how a night and an import keep apart. */
import { expect, test } from 'vitest'
import type { Looked } from '../../../src/app/inbox/inbox.ts'
import { lookOnce } from '../../../src/app/inbox/attend-inbox.ts'
import { SCHEDULE_SWEEP_MS } from '../../../src/app/worker/worker-pace.ts'
import { manualClock } from '../../support/clock.ts'
import { MemoryLedger, MINUTE_MS, scheduleOf, startWorker } from '../workers-in-memory.ts'
import type { Worker } from '../workers-in-memory.ts'

const EMPTY: Looked = { taken: 0, waiting: 0, againInMs: undefined }
/** Five minutes after the ledger's time begins. */
const SOON = { cron: '5 12 * * *' }
const UNTIL_NIGHT_MS = 5 * MINUTE_MS

function openWorker(): Worker {
  return startWorker(new MemoryLedger(scheduleOf('nightly', SOON)), 'lone', {
    alone: true,
    watches: true,
  })
}

/** Ends the look that runs. */
async function over({ ledger, looks }: Worker, looked: Looked = EMPTY): Promise<void> {
  looks.at(-1)?.end.resolve(looked)
  await ledger.clock.advance(0)
}

/** From sweep to sweep, each look ending at once, until the night falls due. */
async function untilNight(worker: Worker): Promise<void> {
  for (let ms = 0; ms < UNTIL_NIGHT_MS; ms += SCHEDULE_SWEEP_MS) {
    await over(worker)
    await worker.ledger.clock.advance(SCHEDULE_SWEEP_MS)
  }
}

test('it looks with every sweep, and sooner where a file may be complete sooner', async () => {
  const worker = openWorker()
  const { ledger, looks, end, done } = worker
  await ledger.clock.advance(0)
  expect(looks).toMatchObject([{ takes: true }])
  await ledger.clock.advance(3 * SCHEDULE_SWEEP_MS)
  expect(looks).toHaveLength(1)
  await over(worker, { taken: 0, waiting: 1, againInMs: 10_000 })
  await ledger.clock.advance(9_999)
  expect(looks).toHaveLength(1)
  await ledger.clock.advance(1)
  expect(looks).toHaveLength(2)
  await over(worker)
  await ledger.clock.advance(SCHEDULE_SWEEP_MS - 1)
  expect(looks).toHaveLength(2)
  await ledger.clock.advance(1)
  expect(looks).toHaveLength(3)
  end()
  await over(worker)
  await done
})

test('a night waits for what is being imported, and during it nothing is taken', async () => {
  const worker = openWorker()
  const { ledger, looks, nights, said, end, done } = worker
  await untilNight(worker)
  expect(said()).toEqual([])
  expect(looks.at(-1)?.takes).toBe(true)
  await over(worker, { taken: 1, waiting: 0, againInMs: undefined })
  expect(said()).toEqual(['nightly due'])
  await ledger.clock.advance(SCHEDULE_SWEEP_MS)
  expect(looks.at(-1)?.takes).toBe(false)
  await over(worker)
  const during = looks.length
  nights[0]?.end.resolve({ carriedOver: 0 })
  await ledger.clock.advance(SCHEDULE_SWEEP_MS)
  expect(looks.slice(during)).toMatchObject([{ takes: true }])
  end()
  await over(worker)
  await done
})

test('of two nights on end, the second waits for what was dropped during the first', async () => {
  const ledger = new MemoryLedger(
    scheduleOf('a', SOON),
    scheduleOf('b', { ...SOON, overlap: 'queue-one' }),
  )
  const worker = startWorker(ledger, 'lone', { alone: true, watches: true })
  const { looks, nights, said, end, done } = worker
  await untilNight(worker)
  await over(worker)
  await ledger.clock.advance(SCHEDULE_SWEEP_MS)
  expect(said()).toEqual(['a due', 'b queue'])
  nights[0]?.end.resolve({ carriedOver: 0 })
  // The look of during the night is still under way.
  await ledger.clock.advance(0)
  expect(said()).toEqual(['a ended done'])
  await over(worker)
  expect(looks.at(-1)?.takes).toBe(true)
  expect(said()).toEqual([])
  await over(worker)
  expect(said()).toEqual(['b queued'])
  end()
  nights[1]?.end.resolve({ carriedOver: 0 })
  await over(worker)
  await done
})

test('a command looks twice, as far apart as it must, and again while there is more', async () => {
  const clock = manualClock()
  const stop = new AbortController().signal
  const given: Looked[] = [
    { taken: 0, waiting: 120, againInMs: 10_000 },
    { taken: 50, waiting: 70, againInMs: undefined },
    { taken: 50, waiting: 20, againInMs: undefined },
    { taken: 18, waiting: 2, againInMs: undefined },
    { taken: 0, waiting: 2, againInMs: undefined },
  ]
  const looks: number[] = []
  const look = async (): Promise<Looked> => {
    looks.push(clock.now())
    return given.shift() ?? EMPTY
  }
  const left = lookOnce({ look }, clock, stop)
  await clock.advance(10_000)
  expect(await left).toBe(2)
  const [first = 0, ...others] = looks
  expect(others.map((ms) => ms - first)).toEqual([10_000, 10_000, 10_000, 10_000])
  expect(await lookOnce({ look }, clock, stop)).toBe(0)
})
