/** What counts as a sign of another installation, and what is our own doing. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import {
  at,
  CAMPAIGN,
  fixedId,
  FLEET,
  LedgerBuilder,
} from '../../reconciliation/reports/ledger-builder.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { nowAt } from '../../support/now-at.ts'

const NOW = at('20', 12)
const BUCKET = 'consultations/principal'
const OTHER = fixedId('e', 1)
let builder: LedgerBuilder
let vehicle: string

const { database, db } = await ledgerForFile()
const source = openReportSource(db, false)
beforeEach(async () => {
  await database.pool.query('truncate frota.fleet, frota.quota_bucket, frota.money_block cascade')
  builder = new LedgerBuilder(database.pool)
  await builder.fleet()
  vehicle = await builder.vehicle({ plate: 'ABC1D23', renavam: '1', uf: 'SP' })
})

async function told(now = NOW): Promise<string | undefined> {
  const scope = { fleetId: FLEET, import: null }
  const of = { ...nowAt(now), limit: 1 }
  return (await source.firstExceptions(scope, 'credential-shared', of)).first[0]?.detail
}

async function effect(kind: string, row: Record<string, unknown>): Promise<string> {
  const id = builder.next('b')
  const whose = { fleet_id: FLEET, campaign_id: CAMPAIGN, vehicle_id: vehicle }
  const times = { created_at: at('19', 9), updated_at: at('19', 10) }
  await builder.insert('effect', { id, kind, key: id, ...whose, ...times, ...row })
  return id
}

describe('a consultation', () => {
  const joined = (row: object = {}) =>
    builder.consultation(vehicle, { origin: 'joined', asked_at: at('19', 9), ...row })

  test('that no request of ours made is one', async () => {
    await joined()
    await joined({ origin: 'fresh' })
    expect(await told()).toBe('consultations: 2, orders: 0, refused: 0')
  })

  test('of before the fleet came to this ledger, or of more than seven days ago, is none', async () => {
    await joined({ asked_at: at('01', 8) })
    await joined({ asked_at: at('13', 11) })
    expect(await told()).toBeUndefined()
  })

  test('that our own request made, with or without an answer, is none', async () => {
    await joined({ origin: 'asked' })
    await joined({ origin: 'adopted' })
    const doubtful = await effect('consult', { state: 'adopted', doubts: 1 })
    await joined({ effect_id: doubtful })
    const given = await joined()
    await effect('consult', { state: 'done', remote_id: given })
    expect(await told()).toBeUndefined()
  })
})

describe('an order', () => {
  const foreign = (account = fixedId('a', 1)) => source.foreignIds(account)
  const seen = (row: object = {}) =>
    builder.insert('foreign_order', {
      id: OTHER,
      fleet_id: FLEET,
      vehicle_id: vehicle,
      why: 'found',
      method: 'pix',
      status: 'awaiting_payment',
      standing: 'open',
      total_cents: 1,
      first_seen_at: at('19', 9),
      last_seen_at: at('19', 9),
      ...row,
    })
  const inTheWay = () =>
    effect('order', { state: 'quarantined', reason: `order-holds-debt: ${OTHER} (paid)` })

  test('that was met is one, however often', async () => {
    await seen()
    await inTheWay()
    await inTheWay()
    expect(await told()).toBe('consultations: 0, orders: 1, refused: 0')
    expect(await foreign()).toEqual([OTHER])
  })

  test('that the ledger has by now, or met while it had forgotten some, is none', async () => {
    await inTheWay()
    await builder.order(vehicle, [], {})
    await database.pool.query('update frota.payment_order set id = $1', [OTHER])
    const forgotten = { since: at('18', 9), cleared_at: at('18', 10) }
    await builder.insert('money_block', { why: 'older-ledger', ...forgotten })
    await seen({ id: fixedId('e', 2), first_seen_at: at('18', 9, 30) })
    expect(await told()).toBeUndefined()
    expect(await foreign()).toEqual([fixedId('e', 2)])
    expect(await foreign(fixedId('a', 2))).toEqual([])
  })
})

describe('an answer 429', () => {
  const HOLD_MS = 3_605_000
  const bucket = (name: string, row: object = {}) =>
    builder.insert('quota_bucket', {
      name,
      units_max: 20,
      window_ms: 3_600_000,
      margin_ms: 5_000,
      send_ms: 10_000,
      abort_ms: 60_000,
      linger_ms: 120_000,
      simulated: true,
      last_now: NOW,
      ...row,
    })
  const use = async (name: string, row: object = {}): Promise<string> => {
    const id = builder.next('d')
    const times = { reserved_at: at('19', 9), free_at: at('19', 11) }
    const about = { units: 1, state: 'answered', holder: '', purpose: '' }
    await builder.insert('quota_use', { id, bucket: name, ...about, ...times, ...row })
    return id
  }
  const refused = { state: 'foreign', purpose: '429', units: 19 }
  const throttled = { throttled_until: new Date(at('19', 9).getTime() + HOLD_MS) }

  test('while slots were free is one, and so is one when none was', async () => {
    await bucket(BUCKET, throttled)
    await effect('consult', { state: 'done', slot_id: await use(BUCKET) })
    expect(await told()).toBe('consultations: 0, orders: 0, refused: 1')
    await use(BUCKET, refused)
    expect(await told()).toBe('consultations: 0, orders: 0, refused: 1')
    await use(BUCKET, { ...refused, reserved_at: at('19', 8) })
    expect(await told()).toBe('consultations: 0, orders: 0, refused: 2')
  })

  test('of a credential that this fleet never used is none', async () => {
    await bucket(BUCKET)
    await bucket('consultations/sul', throttled)
    await use('consultations/sul', refused)
    await effect('consult', { state: 'done', slot_id: await use(BUCKET) })
    expect(await told()).toBeUndefined()
  })
})
