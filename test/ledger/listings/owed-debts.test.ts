/** What lists say of a debt is what `owedTotals` says, for vehicles that no example thought of. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listDebts } from '../../../src/ledger/listings/debt-listing.ts'
import type { DebtFilter, Standing } from '../../../src/ledger/listings/debt-listing.ts'
import { listVehicles } from '../../../src/ledger/listings/vehicle-listing.ts'
import { seededRandom } from '../../../src/random.ts'
import { owedTotals } from '../../../src/reconciliation/debts/owed-totals.ts'
import { openCampaignWorld, START } from '../consultations/campaign-world.ts'
import { forFile } from '../../support/for-file.ts'

const VEHICLES = 120
const DEBTS_MAX = 8
const TODAY = '2026-03-10'
const ALL = { limit: 10_000, offset: 0 }
const KINDS = ['ipva', 'ipva_unique', 'ipva_installment', 'ticket', 'licensing']
const STATES = ['open', 'proposed', 'approved', 'ordered', 'paid', 'settled'] as const
const DAYS = ['2026-01-31', '2026-03-09', '2026-03-10', '2026-03-11', '2026-12-31', null]
const YEARS = [2025, 2026, null]

const vehicles: string[] = []

const world = await forFile(openCampaignWorld())
const fleetId = await world.fleet()
const { id: campaignId } = await world.campaigns.open(fleetId, START)
const random = seededRandom(20_261_124)
const oneOf = <T>(of: readonly [T, ...T[]] | readonly T[]): T => {
  const picked = of[Math.floor(random.next() * of.length)]
  if (picked === undefined) throw new Error('nothing to choose from')
  return picked
}
for (let made = 0; made < VEHICLES; made += 1) {
  const vehicleId = await world.vehicle(fleetId, { latestAnswerAt: START })
  vehicles.push(vehicleId)
  const consultationId = world.uuid()
  await sql`insert into frota.consultation (id, vehicle_id, campaign_id, credential, origin,
      status, stage, deadline_at, asked_at, answered_at, flags)
    values (${consultationId}, ${vehicleId}, ${campaignId}, 'principal', 'asked', 'ready', '',
      ${START}, ${START}, ${START}, '[]')`.execute(world.db)
  const debts = Math.floor(random.next() * (DEBTS_MAX + 1))
  // Of every third, instalments are shown no more, and the rest of the tax is.
  const isCarried = made % 3 === 0
  for (let at = 0; at < debts; at += 1) {
    const kind = oneOf(isCarried ? ['ipva', 'ipva_installment'] : KINDS)
    const isShown = isCarried ? kind === 'ipva' : random.next() < 0.8
    const state = kind === 'ipva' && isCarried ? 'open' : oneOf(STATES)
    await sql`insert into frota.debt (vehicle_id, fingerprint, ordinal, kind, grp, description,
        year, due_date, amount_cents, is_payable, state, state_since, shown, first_seen_at,
        last_seen_at, first_consultation_id, last_consultation_id)
      values (${vehicleId}, ${`f${at}`}, 0, ${kind}, 'ipva', ${`100% of_${at}`},
        ${isCarried ? 2025 : oneOf(YEARS)}, ${oneOf(DAYS)},
        ${1 + Math.floor(random.next() * 100_000)}, true,
        ${state}, ${START}, ${isShown}, ${START}, ${START},
        ${consultationId}, ${consultationId})`.execute(world.db)
  }
}

async function expected(): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>()
  for (const vehicleId of vehicles) {
    const known = await world.debts.ofVehicle(vehicleId)
    const { debts } = owedTotals(known, { today: TODAY, prefer: 'single' })
    for (const { debt, standing } of debts) standings.set(debt.id, standing)
  }
  return standings
}

const filter = (more: Partial<DebtFilter> = {}): DebtFilter => ({ fleetId, today: TODAY, ...more })
const byDue = { by: 'due', descending: false } as const

test('each shown debt counts as the vehicle’s own list says', async () => {
  const { rows, sums } = await listDebts(world.db, filter(), byDue, ALL)
  const standings = await expected()
  expect(new Set(standings.values()).size).toBe(4)
  expect(new Map(rows.map(({ id, standing }) => [id, standing]))).toEqual(standings)
  const cents = (standing: Standing): bigint =>
    rows
      .filter((row) => row.standing === standing)
      .reduce((sum, row) => sum + BigInt(row.cents), 0n)
  expect(sums).toMatchObject({
    count: rows.length,
    owedCents: String(cents('owed')),
    alternativeCents: String(cents('alternative')),
    awaitingCents: String(cents('awaiting-settlement')),
  })
})

test('the plan weighs what is owed and in no order, without alternatives', async () => {
  const { rows } = await listDebts(world.db, filter({ standing: 'owed' }), byDue, ALL)
  for (const vehicle of vehicles) {
    const open = rows.filter((row) => row.vehicleId === vehicle && row.state !== 'ordered')
    expect(await world.campaigns.factsOf(vehicle, TODAY)).toMatchObject({
      openDebts: open.length,
      openCents: open.reduce((sum, { cents }) => sum + BigInt(cents), 0n),
    })
  }
})

test('a vehicle owes the sum of its owed debts', async () => {
  const { rows } = await listDebts(world.db, filter({ standing: 'owed' }), byDue, ALL)
  const owed = new Map<string, bigint>()
  for (const { vehicleId, cents } of rows) {
    owed.set(vehicleId, (owed.get(vehicleId) ?? 0n) + BigInt(cents))
  }
  const sort = { by: 'owed', descending: true } as const
  const listed = await listVehicles(world.db, { fleetId, today: TODAY }, sort, ALL)
  expect(listed.rows).toHaveLength(VEHICLES)
  for (const { id, owedCents } of listed.rows) expect(BigInt(owedCents)).toBe(owed.get(id) ?? 0n)
  const cents = listed.rows.map(({ owedCents }) => BigInt(owedCents))
  expect(cents).toEqual(cents.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
})

test('pages follow each other without a gap or a repetition', async () => {
  const { rows: all } = await listDebts(world.db, filter(), byDue, ALL)
  const paged: string[] = []
  for (let offset = 0; offset < all.length; offset += 7) {
    const { rows } = await listDebts(world.db, filter(), byDue, { limit: 7, offset })
    paged.push(...rows.map(({ id }) => id))
  }
  expect(paged).toEqual(all.map(({ id }) => id))
})

test('filters hold each for itself and together', async () => {
  const { rows: all } = await listDebts(world.db, filter(), byDue, ALL)
  const given: readonly [Partial<DebtFilter>, (row: (typeof all)[number]) => boolean][] = [
    [{ kind: 'ticket' }, (row) => row.kind === 'ticket'],
    [{ state: 'paid' }, (row) => row.state === 'paid'],
    [
      { dueFrom: '2026-03-10', dueTo: '2026-03-11' },
      ({ dueDate }) => dueDate === '2026-03-10' || dueDate === '2026-03-11',
    ],
    [{ search: '% of_3' }, ({ description }) => description === '100% of_3'],
    [{ search: '%_%' }, () => false],
    [
      { kind: 'ticket', standing: 'owed', search: 'abc' },
      (row) => row.kind === 'ticket' && row.standing === 'owed',
    ],
    [{ inNoOrder: true }, (row) => row.state === 'open' && row.standing === 'owed'],
    [{ seenBefore: START }, () => false],
  ]
  for (const [asked, holds] of given) {
    const { rows } = await listDebts(world.db, filter(asked), byDue, ALL)
    expect(rows.map(({ id }) => id)).toEqual(all.filter(holds).map(({ id }) => id))
  }
})
