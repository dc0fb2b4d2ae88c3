/** `frota why`: the place of a vehicle, its reasons, and what holds it, as a person sees them. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mercosulForm } from '../../src/fleet/plate.ts'
import { fleet, openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

interface Told {
  plate: string
  place: number | null
  waiting: number
  points: number
  reasons: { reason: string; points: number; weight: number }[]
  hold: { hold: string }
}

const OTHERS = 40
/** Fewer are asked than wait. */
const SLOTS = 6

const world = await forFile(
  openWorld({ FROTA_LOCALE: 'en', FROTA_CONSULTATIONS_PER_HOUR: String(SLOTS) }),
)
// The carrier's fleet: of its first two vehicles one is answered and one fails, whatever the day.
const [heading = '', first = '', second = '', ...others] = (
  await readFile(fleet('carrier-utf8-bom.csv'), 'utf8')
).split('\n')
const planted = [heading, withPlate(first, 'ZZZ1A11'), withPlate(second, 'ZZL1A11')]
const file = join(world.dir, 'fleet.csv')
for (const rows of [planted, [...planted, ...others.slice(0, OTHERS)]]) {
  await writeFile(file, rows.join('\n'))
  await world.run(['reconcile', file])
}

function withPlate(row: string, plate: string): string {
  return row.replace(/[A-Z]{3}-?\d[A-Z\d]\d{2}/i, plate)
}

async function told(plate: string, args: string[] = []): Promise<Told> {
  const { vehicles } = await world.json(['why', plate, ...args])
  const [one] = vehicles as Told[]
  if (one === undefined) throw new Error(`Nothing is said of ${plate}.`)
  return one
}

async function plateWhere(condition: string): Promise<string> {
  const [row] = await world.query(
    `select vehicle.plate from frota.vehicle vehicle
      join frota.campaign_member member on member.vehicle_id = vehicle.id
      where ${condition} order by member.rank, vehicle.seq limit 1`,
  )
  return String(row?.['plate'])
}

test('one that waits has a place, whose points are the sum of its reasons', async () => {
  const first = await told(await plateWhere(`member.state = 'open'`))
  expect(first).toMatchObject({ place: 1, waiting: 2 + OTHERS - SLOTS, hold: { hold: 'its-turn' } })
  expect(first.reasons[0]).toMatchObject({ reason: 'never-answered', points: 1000, weight: 1000 })
  expect(first.points).toBeCloseTo(first.reasons.reduce((sum, { points }) => sum + points, 0))
})

test('a vehicle owes one sum: what `debts` adds up, `vehicle show` and `why` say', async () => {
  const [row] = await world.query(
    `select vehicle.plate from frota.vehicle vehicle join frota.debt debt
      on debt.vehicle_id = vehicle.id and debt.shown
      group by 1 order by count(distinct kind) filter (where kind like 'ipva%') desc, 1 limit 1`,
  )
  const plate = String(row?.['plate'])
  const { vehicles } = await world.json(['debts', plate])
  const [{ owedCents }] = vehicles as [{ owedCents: number }]
  expect(await world.json(['vehicle', 'show', plate])).toMatchObject({ vehicles: [{ owedCents }] })
  const { reasons } = await told(plate)
  expect(reasons).toContainEqual(expect.objectContaining({ cents: String(owedCents) }))
  const shown = await world.run(['vehicle', 'show', plate])
  expect(shown.stdout).toMatch(/ready · R\$\s[\d,.]+ owed/)
})

test('with a close in view it says that this one goes before the others', async () => {
  const plate = await plateWhere(`member.state = 'open'`)
  // A month ago is before today on every day of a month.
  const { reasons } = await told(plate, ['--for-close', '31'])
  expect(reasons[0]).toMatchObject({ reason: 'for-close', points: 0 })
})

test('one that was answered is fresh, or due again by a policy that says so', async () => {
  const plate = await plateWhere(`member.state = 'answered'`)
  const { hold, place } = await told(plate)
  expect({ place, hold }).toMatchObject({ place: null, hold: { hold: 'fresh' } })
  const path = join(world.dir, 'plan.json')
  await writeFile(path, '{"freshnessDays": {"dueSoon": 0, "openDebts": 0, "other": 0}}')
  expect(await told(plate, ['--plan-file', path])).toMatchObject({ hold: { hold: 'next-run' } })
})

test('one that failed rests, with the words of the service', async () => {
  const plate = await plateWhere(`member.state = 'failed'`)
  const { stdout, code } = await world.run(['why', plate])
  expect(code).toBe(0)
  expect(stdout).toMatch(/rests until .+: [a-z_]+/)
  expect(stdout).toMatch(/Last answer: .+failed \(.+\)/)
})

test.each([
  [{ FROTA_LOCALE: 'en' }, /Place in the plan: .+ of 36 · .+ points/, /of\s+1000 {2}never cons/],
  [{ FROTA_LOCALE: 'pt-BR' }, /Lugar no plano: .+ de 36 · .+ pontos/, /de\s+1000 {2}nunca cons/],
])('it is said for people with %o', async (env, place, reason) => {
  const plate = await plateWhere(`member.state = 'open'`)
  const { stdout, stderr } = await world.run(['why', plate], { env })
  expect(stderr).toBe('')
  expect(stdout).toMatch(place)
  expect(stdout).toMatch(reason)
})

test('an old plate finds the vehicle by its Mercosul form, and the other way round', async () => {
  const old = await plateWhere(`vehicle.plate ~ '^[A-Z]{3}[0-9]{4}$'`)
  expect((await told(mercosulForm(old))).plate).toBe(old)
  const mercosul = await plateWhere(`vehicle.plate ~ '^[A-Z]{3}[0-9][A-J][0-9]{2}$'`)
  const digit = mercosul.charCodeAt(4) - 'A'.charCodeAt(0)
  const asOld = `${mercosul.slice(0, 3)}-${mercosul[3]}${digit}${mercosul.slice(5)}`
  expect((await told(asOld.toLowerCase())).plate).toBe(mercosul)
})

test('a plate that is not in the fleet ends with 2 and names those like it', async () => {
  const plate = await plateWhere('substr(vehicle.plate, 6, 1) <> substr(vehicle.plate, 7, 1)')
  const swapped = `${plate.slice(0, 5)}${plate[6]}${plate[5]}`
  const { code, stderr, stdout } = await world.run(['why', swapped])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(plate)
  const strange = await world.run(['why', 'WWWWWWW'])
  expect(strange.stderr).toMatch(/No vehicle .+ has the plate or RENAVAM WWWWWWW\.\n$/)
})

test.each([
  [['why'], /plate/],
  [['why', 'ABC1D23', '--plan-file', '/nowhere/plan.json'], /FROTA_PLAN_FILE.+cannot be read/],
])('%j is refused with the cure', async (args, sentence) => {
  const { code, stderr } = await world.run(args)
  expect(code).toBe(2)
  expect(stderr).toMatch(sentence)
})

test('what a vehicle that left the fleet owes is said to be in no total and no proposal', async () => {
  const of = `from frota.vehicle vehicle join frota.debt debt on debt.vehicle_id = vehicle.id
    where debt.state = 'proposed' order by vehicle.seq limit 1`
  const [row] = await world.query(`select vehicle.plate ${of}`)
  const plate = String(row?.['plate'])
  expect((await world.run(['debts', plate])).stdout).toMatch(/ R\$\s[\d,.]+ owed · .+ proposed /s)
  await world.query(
    `update frota.vehicle set in_fleet = false where id = (select vehicle.id ${of})`,
  )
  const { stdout } = await world.run(['debts', plate])
  expect(stdout).toMatch(/ left the fleet: R\$\s[\d,.]+ in no total and no proposal/)
  expect(stdout).not.toMatch(/owed|proposed/)
  expect(await world.json(['debts', plate])).toMatchObject({
    vehicles: [{ plate, inFleet: false }],
  })
})
