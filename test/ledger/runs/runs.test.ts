import { expect, test } from 'vitest'
import { openRunStore, type RunStart } from '../../../src/ledger/runs/runs.ts'
import {
  at,
  CAMPAIGN,
  fixedId,
  FLEET,
  LedgerBuilder,
} from '../../reconciliation/reports/ledger-builder.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const OTHER_FLEET = fixedId('f', 2)
const { database, db } = await ledgerForFile()
const builder = new LedgerBuilder(database.pool)
await builder.fleet()
const other = { id: OTHER_FLEET, name: 'outra', account_id: fixedId('a', 1) }
await builder.insert('fleet', { ...other, created_at: at('01', 9) })
const runs = openRunStore(db)

const settings = {
  flavour: 'excel',
  locale: 'pt-BR',
  zone: 'America/Sao_Paulo',
  serviceOrigin: 'https://api.example.com',
} as const

function starting(more: Partial<RunStart> = {}): RunStart {
  return {
    fleetId: FLEET,
    command: 'reconcile',
    holder: 'host:1',
    simulated: false,
    settings,
    at: at('20', 22),
    after: 0,
    ...more,
  }
}

test('a run gets the next number and keeps its settings', async () => {
  const first = await runs.start(starting())
  expect(await runs.find(first.number)).toEqual(first)
  const second = await runs.start(starting())
  expect(second.number).toBe(first.number + 1)
  expect(first).toMatchObject({ settings, state: 'running', fleetName: 'principal' })
  expect((await runs.find('latest'))?.number).toBe(second.number)
  expect((await runs.list({ fleetId: FLEET, limit: 1 })).map((run) => run.number)).toEqual([
    second.number,
  ])
})

test('a start that is not committed leaves no gap in the numbers', async () => {
  const before = await runs.start(starting())
  await expect(runs.start(starting({ fleetId: crypto.randomUUID() }))).rejects.toThrow(
    /foreign key/,
  )
  expect((await runs.start(starting())).number).toBe(before.number + 1)
})

test('runs that start at once get numbers of their own, one after the other', async () => {
  const before = await runs.start(starting())
  const started = await Promise.all(Array.from({ length: 12 }, () => runs.start(starting())))
  const numbers = started.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => before.number + 1 + index))
})

test('a run goes past the folders that are there, and on from where it is', async () => {
  const { number: last } = await runs.start(starting())
  const past = await runs.start(starting({ after: last + 40 }))
  expect(past.number).toBe(last + 41)
  expect((await runs.start(starting({ after: last }))).number).toBe(last + 42)
  const moved = await runs.renumber(past.id)
  expect(moved).toMatchObject({ id: past.id, number: last + 43 })
  expect(await runs.find(last + 41)).toBeUndefined()
})

test.each(['host:1', 'host:gone'])(
  'a start interrupts the run that %s left open, and none of another fleet',
  async (holder) => {
    const left = await runs.start(starting({ holder }))
    const other = await runs.start(starting({ fleetId: OTHER_FLEET, holder }))
    await runs.start(starting({ at: at('21', 3) }))
    expect(await runs.find(left.number)).toMatchObject({
      state: 'interrupted',
      endedAt: at('21', 3),
    })
    expect(await runs.find(other.number)).toMatchObject({ state: 'running', endedAt: null })
  },
)

test('a run that has ended keeps its first ending', async () => {
  const run = await runs.start(starting())
  await runs.attach(run.id, { campaignId: CAMPAIGN })
  const ended = await runs.end(run.id, {
    state: 'carried-over',
    carriedOverUntil: at('21', 9),
    at: at('21', 2),
  })
  expect(ended).toMatchObject({
    state: 'carried-over',
    campaignId: CAMPAIGN,
    carriedOverUntil: at('21', 9),
  })
  expect(await runs.end(run.id, { state: 'failed', at: at('21', 4) })).toEqual(ended)
})
