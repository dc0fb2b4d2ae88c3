/** What a request of the console waits for, and what its page says of that. */
import { expect, test } from 'vitest'
import type { OpenLedger } from '../../src/app/ledger/open-ledger.ts'
import { followRun } from '../../src/app/requests/follow-run.ts'
import { consoleTextsOf } from '../../src/console/frame/messages.ts'
import { waitsText } from '../../src/console/runs/live-run.ts'
import { readConfig } from '../../src/config.ts'
import { displayFor } from '../../src/reconciliation/reports/words/display.ts'
import { scheduleOf } from './workers-in-memory.ts'

const UNTIL = new Date('2026-11-26T23:53:00Z')
const NIGHT = {
  holder: 'a',
  dueAt: UNTIL,
  stopAt: UNTIL,
  startedAt: UNTIL,
  endedAt: null,
  work: null,
}
const ASKED = { name: 'retry', holder: null, endedAt: null, runNumber: null, failure: null }
const setting = { texts: consoleTextsOf('en'), display: displayFor('en', 'America/Sao_Paulo') }

const said = async (given: {
  readonly workers?: readonly string[]
  readonly stopAt?: Date | null
  readonly outcome?: 'done' | null
  readonly taken?: string
}): Promise<string> => {
  const { workers = ['worker'], stopAt = UNTIL, outcome = 'done', taken = null } = given
  const last = { ...NIGHT, stopAt, outcome }
  const ledger = {
    database: { engine: 'postgresql' },
    fleets: { find: async () => undefined },
    leases: { executors: async () => workers.map((command) => ({ command })) },
    schedules: { list: async () => [scheduleOf('n1'), scheduleOf('n2', { last })] },
    requests: {
      latest: async () => ASKED,
      latestStop: async () => undefined,
      open: async () => [ASKED, { ...ASKED, holder: taken }],
    },
  }
  const following = { config: readConfig({}, {}), nowMs: UNTIL.getTime() }
  const view = await followRun(ledger as unknown as OpenLedger, following)
  expect(view?.phase).toBe('waiting')
  return waitsText(setting, { waitsFor: view?.waitsFor })
}

test('a request that no worker may begin yet says what it waits for, and until when', async () => {
  expect(await said({})).toContain('it begins in a moment')
  expect(await said({ workers: ['nightly'] })).toContain('no worker is at work')
  expect(await said({ outcome: null })).toContain(
    'schedule n2, which may work until 2026-11-26 20:53',
  )
  expect(await said({ outcome: null, stopAt: null })).toContain(
    'n2, which ends when nothing is left',
  )
  expect(await said({ taken: 'other' })).toContain('after what was asked for before')
})
