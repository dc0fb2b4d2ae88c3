/** A night of a worker ends at its stop time, though there is more to ask. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { runAccounts } from '../../src/app/run/run-accounts.ts'
import { runNight } from '../../src/app/worker/worker-night.ts'
import { wallClock } from '../../src/clock.ts'
import { readConfig } from '../../src/config.ts'
import { MemoryLedger, scheduleOf } from './workers-in-memory.ts'

const SOON_MS = 100

test('the stop time of a night reaches its work while that goes on', async () => {
  const schedule = scheduleOf('nightly', { cron: '0 20 * * *', until: null, forSeconds: 60 })
  const schedules = new MemoryLedger(schedule)
  const ledger = { schedules, database: { engine: 'pglite' }, fleets: {} }
  const context = { config: readConfig({}, {}), ledger } as unknown as Parameters<
    typeof runNight
  >[0]
  const night = { lease: {}, lost: AbortSignal.any([]) } as unknown as Parameters<
    typeof runNight
  >[3]
  const asksOn: typeof runAccounts = async (part, _configs, requestOf) => {
    const { until } = requestOf(part, 0)
    if (until?.aborted === false) await once(until, 'abort')
    return { finished: [], failed: [] }
  }
  const start = { stopAtMs: wallClock.now() + SOON_MS } as Parameters<typeof runNight>[2]
  expect(await runNight(context, schedule, start, night, asksOn)).toMatchObject({ failed: [] })
})
