/** What the ledger keeps of a schedule, whoever changes it beside a running worker. */
import { beforeEach, expect, test } from 'vitest'
import { openScheduleStore, type ScheduleDraft } from '../../../src/ledger/runs/schedules.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const { database, db } = await ledgerForFile()
const store = openScheduleStore(db)
beforeEach(() => database.pool.query('TRUNCATE frota.schedule CASCADE'))

const nightly: ScheduleDraft = {
  name: 'nightly',
  cron: '0 20 * * *',
  zone: 'America/Sao_Paulo',
  fleets: null,
  until: '06:00',
  forSeconds: null,
  overlap: 'skip',
  catchUp: 'none',
}
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour))

test('the first schedule is made once ever, even when it was removed since', async () => {
  await Promise.all([store.begin(nightly, at(1)), store.begin(nightly, at(1))])
  expect(await store.list()).toMatchObject([{ name: 'nightly', paused: false, last: null }])
  expect(await store.remove('nightly', at(2))).toBe(true)
  expect(await store.remove('nightly', at(2))).toBe(false)
  await store.begin(nightly, at(3))
  expect(await store.list()).toEqual([])
})

test('a name is taken while its schedule lives, and free after', async () => {
  expect(await store.add({ ...nightly, fleets: ['a', 'b "c"'] }, at(1))).toMatchObject({
    fleets: ['a', 'b "c"'],
    handledTo: at(1),
  })
  expect(await store.add(nightly, at(2))).toBeUndefined()
  await store.remove('nightly', at(3))
  expect(await store.add(nightly, at(4))).toMatchObject({ fleets: null, handledTo: at(4) })
})
