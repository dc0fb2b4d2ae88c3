import { expect, test } from 'vitest'
import type { Clock } from '../../../src/clock.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { debtsOfVehicle } from '../../../src/reconciliation/debts/debts-of-vehicle.ts'
import { itemRecorder } from '../../../src/reconciliation/debts/record-items.ts'
import { later, openCampaignWorld, START } from '../../ledger/consultations/campaign-world.ts'
import { item, vehicle } from './debt-samples.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openCampaignWorld())

test('a plate shows what is owed once, what left, and since when', async () => {
  const clock: Clock = { now: () => START.getTime(), uptime: () => 0, sleep: async () => {} }
  const vehicles = openVehicleStore(world.db)
  const tools = { vehicles, debts: world.debts, clock, zone: 'America/Sao_Paulo' }
  const fleetId = await world.fleet()
  const vehicleId = await world.vehicle(fleetId, { plate: 'ABC1D23' })
  const { id } = await world.campaigns.open(fleetId, START)
  await world.campaigns.join(id, { staleBefore: START, failedBefore: START, at: START })
  await world.campaigns.plan(id, START)
  const record = itemRecorder(world.debts)
  const ticket = item({ amountCents: 130_16n })
  const ipva = { group: 'ipva', dueDate: '2026-03-20' }
  const single = item({ ...ipva, kind: 'ipva_unique', description: 'x', amountCents: 970n })
  const instalment = item({ ...ipva, kind: 'ipva_installment', amountCents: 340n })
  const answers = [
    [ticket, single],
    [single, instalment],
  ]
  for (const [at, items] of answers.entries()) {
    const { id: consultationId } = await world.asked(id, vehicleId)
    const answer = { ...vehicle, vehicleId, consultationId, items, at: later(at) }
    await world.consultations.transaction((tx) => record(tx, [answer]))
  }
  const { vehicles: found } = await debtsOfVehicle(tools, { fleetId, name: 'abc-1d23' })
  const [shown] = found
  expect(shown?.vehicle.id).toBe(vehicleId)
  expect(shown?.owed).toMatchObject({ owedCents: 970n, alternativeCents: 340n })
  expect(shown?.past).toMatchObject([{ kind: 'ticket', state: 'gone' }])
  expect(shown?.history.map(({ event }) => event)).toEqual(['new', 'new', 'new', 'gone'])
  const unknown = await debtsOfVehicle(tools, { fleetId, name: 'XYZ0A00' })
  expect(unknown.vehicles).toEqual([])
})
