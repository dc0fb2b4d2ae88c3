/** When a worker does what people asked for in the console, and how that and a night keep apart. */
import { expect, test } from 'vitest'
import { workerPace } from '../../src/app/worker/worker-pace.ts'
import { MemoryLedger, MINUTE_MS, scheduleOf, startWorker } from './workers-in-memory.ts'

/** Five minutes after the ledger's time begins. */
const SOON = { cron: '5 12 * * *' }
const { requestsMs } = workerPace(1, false)

const request = (): PromiseWithResolvers<'done'> => Promise.withResolvers<'done'>()

test('what is asked for begins within seconds, one after the other', async () => {
  const ledger = new MemoryLedger()
  const worker = startWorker(ledger, 'one')
  await ledger.clock.advance(0)
  worker.asked.push(request(), request())
  await ledger.clock.advance(requestsMs)
  expect(worker.begun()).toBe(1)
  await ledger.clock.advance(10 * requestsMs)
  expect(worker.begun()).toBe(1)
  worker.asked[0]?.resolve('done')
  await ledger.clock.advance(requestsMs)
  expect(worker.begun()).toBe(2)
  worker.asked[1]?.resolve('done')
  worker.end()
  await worker.done
})

test('only the worker with the lease takes it', async () => {
  const ledger = new MemoryLedger()
  const [one, other] = [startWorker(ledger, 'one'), startWorker(ledger, 'other')]
  await ledger.clock.advance(0)
  one.asked.push(request())
  other.asked.push(request())
  await ledger.clock.advance(MINUTE_MS)
  expect(one.begun() + other.begun()).toBe(1)
})

test('a night that falls due meanwhile begins when it is done, and the other way round', async () => {
  const ledger = new MemoryLedger(scheduleOf('nightly', SOON))
  const worker = startWorker(ledger, 'one')
  await ledger.clock.advance(4 * MINUTE_MS)
  worker.asked.push(request(), request())
  await ledger.clock.advance(2 * MINUTE_MS)
  expect({ begun: worker.begun(), nights: worker.nights.length }).toEqual({ begun: 1, nights: 0 })
  worker.asked[0]?.resolve('done')
  await ledger.clock.advance(0)
  const nights = worker.nights.length
  // Whichever of both came next, the other waits for it.
  expect(nights + worker.begun()).toBe(2)
  await ledger.clock.advance(MINUTE_MS)
  expect(worker.nights.length + worker.begun()).toBe(2)
  worker.nights[0]?.end.resolve({ carriedOver: 0 })
  worker.asked[1]?.resolve('done')
  await ledger.clock.advance(MINUTE_MS)
  expect({ begun: worker.begun(), nights: worker.nights.length }).toEqual({ begun: 2, nights: 1 })
})

test('a stop waits for the end of what was taken', async () => {
  const ledger = new MemoryLedger()
  const worker = startWorker(ledger, 'one')
  worker.asked.push(request())
  await ledger.clock.advance(requestsMs)
  let isOver = false
  void worker.done.then(() => (isOver = true))
  worker.end()
  await ledger.clock.advance(MINUTE_MS)
  expect(isOver).toBe(false)
  worker.asked[0]?.resolve('done')
  await ledger.clock.advance(0)
  await worker.done
  expect(isOver).toBe(true)
})
