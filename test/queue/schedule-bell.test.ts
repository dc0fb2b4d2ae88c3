/** The bell of the schedules on each store: it rings, and a wiped queue is made anew. */
import { randomUUID } from 'node:crypto'
import { Queue as BullQueue } from 'bullmq'
import type { IQueueBackend } from 'bullmq'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { BOUND, databaseEngine, redisEngine } from '../../src/queue/engine.ts'
import type { Connection, Engine } from '../../src/queue/engine.ts'
import { openScheduleBell } from '../../src/queue/schedule-bell.ts'
import type { ScheduleBell, TimedSchedule } from '../../src/queue/schedule-bell.ts'
import { storesUnderTest } from '../support/queue.ts'
import type { OpenStore } from '../support/queue.ts'

type BellQueue = BullQueue<unknown, void, string, unknown, void, string, IQueueBackend, Connection>

const EVERY_SECOND = '* * * * * *'

describe.each(storesUnderTest())('on $name', (tested) => {
  let opened: OpenStore
  let engine: Engine
  let bell: ScheduleBell
  let queue: BellQueue
  const prefix = `test-${randomUUID()}`
  const rings: (() => void)[] = []
  const nextRing = (): Promise<void> => new Promise((resolve) => rings.push(resolve))
  const kept = async (...schedules: TimedSchedule[]): Promise<void> => {
    bell.keep(schedules)
    await expect
      .poll(async () => {
        bell.keep(schedules)
        const found = await queue.getJobSchedulers()
        return found.map(({ key, pattern, tz }) => `${key} ${pattern} ${tz}`).toSorted()
      })
      .toEqual(schedules.map(({ id, cron, zone }) => `${id} ${cron} ${zone}`).toSorted())
  }

  beforeAll(async () => {
    opened = await tested.open()
    const { store } = opened
    const trouble = (): void => undefined
    engine =
      'pool' in store
        ? await databaseEngine(store.pool)
        : await redisEngine(store.redisUrl, wallClock, trouble)
    queue = new BullQueue(`${prefix}-schedules`, { connection: BOUND }, engine.backend)
    bell = await openScheduleBell(store, {
      clock: wallClock,
      prefix,
      ring: () => {
        for (const ring of rings.splice(0)) ring()
      },
      onTrouble: trouble,
    })
  })
  afterAll(async () => {
    await bell.close()
    await queue.obliterate({ force: true })
    await queue.close()
    await engine.close()
    await opened.close()
  })

  const nightly = { id: 'a-1', cron: '0 20 * * *', zone: 'America/Sao_Paulo' }

  test('the job schedulers are those of the ledger, also after a wipe', async () => {
    await kept(nightly, { id: 'b-2', cron: '0 8 * * 6', zone: 'UTC' })
    await kept({ ...nightly, cron: '0 21 * * *' })
    await queue.obliterate({ force: true })
    for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key)
    await kept({ ...nightly, cron: '0 21 * * *' })
    await kept()
  })

  test('it rings each time that a schedule falls due', async () => {
    const first = nextRing()
    await kept({ id: 'c-3', cron: EVERY_SECOND, zone: 'UTC' })
    await first
    await nextRing()
    await kept()
  })
})
