/** The ledger in memory: everything that the money's path needs, over the simulation's clock. */
import type { Clock } from '../../../src/clock.ts'
import { endingSlots } from '../../support/ledger/ending-slots.ts'
import { openMemoryEffectStore } from '../../support/ledger/effects-memory.ts'
import type { PlanningStore } from '../../support/ledger/planning-store.ts'
import { openMemoryQuotaLedger } from '../../support/ledger/quota-memory.ts'
import { seededRandom } from '../../../src/random.ts'
import { memberKey, memoryCampaigns, memoryConsultations, memoryVehicles } from './memory-asking.ts'
import { memoryDebts } from './memory-debts.ts'
import { memoryOrders } from './memory-orders.ts'
import { memoryPlans } from './memory-plans.ts'
import { ACCOUNT, FLEET, type Ledger, type LedgerFacts, type NewVehicleRow } from './ledger.ts'
import { openRows, type Rows } from './rows.ts'
import { openTables } from './tables.ts'

const HEX = 16

/** `replace` is for a bug that is planted into the tables. */
export function openMemoryLedger(
  world: { clock: Clock },
  replace: (rows: Rows) => Rows = (rows) => rows,
): Ledger {
  let ids = 0
  const id = (): string => {
    ids += 1
    return `00000000-0000-4000-8000-${ids.toString(HEX).padStart(12, '0')}`
  }
  const tables = openTables()
  const rows = replace(openRows(tables, id))
  // Chance of its own, so that the world's draws are the same whatever the ledger is made of.
  const random = { ...seededRandom(1), uuid: id }
  const quota = openMemoryQuotaLedger({ ...world, random: seededRandom(1) })
  const memory = endingSlots(openMemoryEffectStore({ ...world, random }), quota)
  const effects: PlanningStore = {
    ...memory,
    settle: (...given) => tables.undone(() => memory.settle(...given)),
  }
  return {
    stores: {
      effects,
      vehicles: memoryVehicles(rows, effects),
      campaigns: memoryCampaigns(rows, effects),
      consultations: memoryConsultations(tables, rows),
      debts: memoryDebts(rows),
      plans: memoryPlans(tables, rows, effects),
      orders: memoryOrders(tables, rows),
    },
    quota,
    addFleet: (vehicles) => addFleet(rows, effects, vehicles),
    openCampaign: async (at) => openCampaign(rows, at),
    facts: async () => factsOf(rows, memory.all()),
    history: async () => {
      const names = new Map(memory.all().map(({ id, kind, seq }) => [id, `${kind} ${seq}`]))
      return memory.events.map(
        ({ effectId, epoch, from, to, why }) =>
          `${names.get(effectId)} epoch ${epoch}: ${from} -> ${to} (${why})`,
      )
    },
    intents: async () => memory.all().filter(({ state }) => state === 'intent'),
    checkpoint: () => {
      const restores = [tables.checkpoint(), memory.checkpoint(), quota.checkpoint()]
      const known = new Set(memory.all().map((effect) => effect.id))
      return {
        knows: (effectId) => known.has(effectId),
        restore: () => {
          for (const restore of restores) restore()
        },
      }
    },
  }
}

async function addFleet(
  rows: Rows,
  effects: PlanningStore,
  vehicles: readonly NewVehicleRow[],
): Promise<void> {
  for (const [index, given] of vehicles.entries()) {
    const id = rows.id()
    const remote = { serviceId: null, remotePlate: null, remoteUf: null, remoteNickname: null }
    const identity = { identityTold: true, identitySince: null }
    rows.vehicles.put(id, {
      ...given,
      ...remote,
      ...identity,
      id,
      seq: BigInt(index + 1),
      fleetId: FLEET,
      accountId: ACCOUNT,
      nickname: '',
      costCentre: '',
      ownerMasked: '***.982.247-**',
      ownerKept: true,
      inFleet: true,
      state: 'planned',
      refusal: null,
    })
    const key = `${ACCOUNT}:${given.renavam}`
    await effects.plan([{ kind: 'register', key, fleetId: FLEET, vehicleId: id, rank: index }])
  }
}

/** A member that is still open ends as stuck: its campaign is closed over it. */
function openCampaign(rows: Rows, at: Date): string {
  for (const member of rows.members.where(({ state }) => state === 'open')) {
    const key = memberKey(member.campaignId, member.vehicleId)
    rows.members.patch(key, { state: 'stuck', reason: 'closed', closedAt: at })
  }
  const campaignId = rows.id()
  for (const { id: vehicleId } of rows.vehicles.rows()) {
    rows.members.put(memberKey(campaignId, vehicleId), {
      campaignId,
      vehicleId,
      state: 'open',
      rank: 0,
      rankReasons: [],
      ordinal: 1,
      reason: null,
      consultationId: null,
      joinedAt: at,
      closedAt: null,
    })
  }
  return campaignId
}

function factsOf(rows: Rows, effects: LedgerFacts['effects']): LedgerFacts {
  return {
    effects,
    plans: rows.plans.rows().map(({ items, ...plan }) => ({
      ...plan,
      debtIds: items.map((item) => item.debtId),
    })),
    locks: rows.locks.rows(),
    debts: rows.debts.rows(),
    orders: rows.orders.rows().map(({ items, ...order }) => ({
      ...order,
      debtIds: items.map((item) => item.debtId),
    })),
    members: rows.members.rows(),
    consultations: rows.consultations.rows(),
  }
}
