/** A ledger on the time of FROTA_START_AT: its statements follow, and no process disagrees with it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/pool.ts'
import { Failure } from '../../../src/failure.ts'
import { openQuotaLedger } from '../../../src/ledger/quota/quota-sql.ts'
import { agreeOnTime } from '../../../src/ledger/runs/shifted-time.ts'
import { openTestLedger } from '../../support/database.ts'
import { bucket } from '../quota/quota-worlds.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The process's real time; what is said names instants, and nothing else depends on it. */
const REAL_MS = Date.UTC(2026, 10, 22, 12)

let database: Database

beforeEach(async () => {
  database = await openTestLedger()
})
afterEach(() => database.close())

function agree(offsetMs: number, throughOwner = false): Promise<void> {
  return agreeOnTime(database.pool, { nowMs: REAL_MS + offsetMs, offsetMs, throughOwner })
}

async function refusalOf(work: Promise<void>): Promise<Failure> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof Failure) return thrown
  throw new Error('It was not refused.', { cause: thrown })
}

/** By how many whole hours the ledger's clock goes ahead of the database's. */
async function hoursAhead(): Promise<number> {
  const { rows } = await database.pool.query<{ hours: number }>(
    `select round(extract(epoch from frota.ledger_now() - clock_timestamp()) / 3600)::int as hours`,
  )
  return rows[0]?.hours ?? Number.NaN
}

async function use(): Promise<void> {
  await database.pool.query(
    `insert into frota.fleet (name, account_id, created_at) values ('principal', $1, $2)`,
    ['00000000-0000-4000-8000-000000000001', new Date(REAL_MS)],
  )
}

describe('a ledger', () => {
  test.each([5 * DAY_MS, -5 * DAY_MS])(
    'that nobody used takes any time, and then none without the setting: %i',
    async (offsetMs) => {
      await agree(offsetMs)
      expect(await hoursAhead()).toBe(offsetMs / HOUR_MS)
      await use()
      await agree(offsetMs)
      expect((await refusalOf(agree(0))).message).toMatch(/set FROTA_START_AT=\S+@\S+, or use/)
      expect(await hoursAhead()).toBe(offsetMs / HOUR_MS)
    },
  )

  test('that is used goes forward and never back', async () => {
    await use()
    expect((await refusalOf(agree(-HOUR_MS))).message).toContain('remove FROTA_START_AT')
    await agree(2 * HOUR_MS)
    await agree(5 * HOUR_MS)
    const back = await refusalOf(agree(2 * HOUR_MS))
    expect(back).toMatchObject({ code: 'configuration', exitCode: 2 })
    expect(back.message).toContain('it is 2026-11-22T17:00:00.000Z now, and time does not go back')
    expect(back.message).toContain(
      'set FROTA_START_AT=2026-11-22T17:00:00.000Z@2026-11-22T12:00:00.000Z, or use another data',
    )
    expect(back.in('pt-BR')).toContain('defina FROTA_START_AT=2026-11-22T17:00:00.000Z@2026-11-22T')
    expect(await hoursAhead()).toBe(5)
  })

  test('through whose owner a process reads keeps the time of the owner', async () => {
    await agree(HOUR_MS)
    await agree(HOUR_MS, true)
    const other = await refusalOf(agree(2 * HOUR_MS, true))
    expect(other.message).toContain(
      'it is 2026-11-22T13:00:00.000Z now: set FROTA_START_AT=2026-11',
    )
  })

  test('of a real service keeps the function of its migrations, and refuses the setting', async () => {
    const source = `select prosrc from pg_proc where oid = 'frota.ledger_now()'::regprocedure`
    const before = (await database.pool.query(source)).rows
    await agree(0)
    const quota = openQuotaLedger(database.pool)
    await quota.ensureBucket(bucket({ name: 'consultations/real', simulated: false }))
    expect((await refusalOf(agree(HOUR_MS))).message).toContain("a real service's quota")
    expect((await database.pool.query(source)).rows).toEqual(before)
    expect(await hoursAhead()).toBe(0)
  })

  test('on other time takes no bucket of a real service', async () => {
    await agree(HOUR_MS)
    const quota = openQuotaLedger(database.pool)
    await quota.ensureBucket(bucket())
    const real = bucket({ name: 'consultations/real', simulated: false })
    await expect(quota.ensureBucket(real)).rejects.toThrow('FROTA_START_AT is refused')
  })

  test('takes the same time from processes that start at once', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => agree(HOUR_MS)))
    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await hoursAhead()).toBe(1)
  })
})

test('the time does not move while another process holds a lease that it renews', async () => {
  const hold = (until: string) =>
    database.pool.query(
      `insert into frota.lease (name, holder, command, since, until)
       values ('executor other', 'other', 'worker', now(), ${until})
       on conflict (name) do update set until = excluded.until`,
    )
  await hold(`frota.ledger_now() + interval '10 seconds'`)
  expect((await refusalOf(agree(HOUR_MS))).message).toContain('Another process works on this')
  expect(await hoursAhead()).toBe(0)
  // A killed process of an embedded ledger left it: this one has the directory now.
  await hold(`'infinity'`)
  await agree(HOUR_MS)
  expect(await hoursAhead()).toBe(1)
})
