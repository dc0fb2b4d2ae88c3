/** Plans, their locks and their approvals in memory. */
import type { PlanningStore } from '../../support/ledger/planning-store.ts'
import type { DebtMove } from '../../../src/ledger/debts/debts.ts'
import type {
  Approval,
  ConsideredAnswer,
  NewPlan,
  Plan,
  PlanItemFacts,
  PlanToApprove,
} from '../../../src/ledger/orders/plans.ts'
import type { PlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import type { Tx } from '../../../src/ledger/schema/tx.ts'
import { memoryDebts } from './memory-debts.ts'
import { memoryPlanLimits, settleCommitment } from './memory-plan-limits.ts'
import { memoryPlanPreviews } from './memory-plan-previews.ts'
import type { ConsultationRow, PlanRow, Rows } from './rows.ts'
import { partOf, type Tables } from './tables.ts'

export function memoryPlans(tables: Tables, rows: Rows, effects: PlanningStore): PlanStore {
  const { plans } = rows
  return partOf<PlanStore>('plans', {
    ...memoryPlanPreviews(rows),
    ...memoryPlanLimits(rows),
    unconsidered: async (fleetId, limit) =>
      rows.consultations
        .where((row) => row.status === 'ready' && !row.considered && isLatest(rows, row))
        .filter(({ vehicleId }) => plansOf(rows, vehicleId, ['approved']).length === 0)
        .toSorted((a, b) => a.seq - b.seq)
        .flatMap((row) => {
          const vehicle = rows.vehicles.get(row.vehicleId)
          if (vehicle === undefined || vehicle.fleetId !== fleetId || !vehicle.inFleet) return []
          const { campaignId, vehicleId } = row
          const { renavam, costCentre } = vehicle
          const fees = plans.where((plan) => plan.consultationId === row.id)
          const feeCents = fees.reduce((most, plan) => larger(most, plan.feeCents ?? 0n), 0n)
          const consultationId = row.id
          return [{ consultationId, campaignId, vehicleId, renavam, costCentre, feeCents }]
        })
        .slice(0, limit),
    approvable: async (fleetId, which) =>
      plans
        .where((plan) => plan.fleetId === fleetId && plan.state === 'proposed')
        .filter((plan) => plan.method === which.method && plan.preview !== 'pending')
        .filter((plan) => rows.vehicles.get(plan.vehicleId)?.inFleet === true)
        .filter((plan) => rows.consultations.get(plan.consultationId)?.flags.length === 0)
        .filter((plan) => plan.waitsUntil === null || plan.waitsUntil <= which.at)
        .filter((plan) => (plan.totalCents ?? plan.debtsCents) <= which.upToCents)
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.seq - b.seq)
        .slice(0, which.limit)
        .map((plan) => ({
          id: plan.id,
          cents: plan.totalCents ?? plan.debtsCents,
          costCentre: rows.vehicles.get(plan.vehicleId)?.costCentre ?? '',
        })),
    consider: (answers, at) =>
      tables.transaction(async () => {
        const planIds: (string | null)[] = []
        for (const answer of answers) planIds.push(await consider(rows, answer, at))
        return planIds
      }),
    approve: (asked, by) =>
      tables.transaction(async (tx) => {
        const endings: Approval[] = []
        for (const plan of asked) endings.push(await approve({ rows, effects, tx }, plan, by))
        return endings
      }),
    find: async (planId) => {
      const plan = plans.get(planId)
      return plan === undefined ? undefined : found(rows, plan)
    },
    findAll: async (planIds) =>
      planIds.flatMap((planId) => {
        const plan = plans.get(planId)
        return plan === undefined ? [] : [found(rows, plan)]
      }),
    release: async (planId, to) => {
      const plan = plans.get(planId)
      if (plan === undefined || !to.from.includes(plan.state)) return false
      plans.patch(planId, { state: to.state, reason: to.reason, decidedAt: to.at })
      dropLocks(rows, planId)
      rows.commitments.remove(planId)
      return true
    },
    markOrdered: async (planId, of) => {
      plans.patch(planId, { state: 'ordered' })
      takeLocks(rows, planId)
      settleCommitment(rows, planId, of)
    },
  })
}

const larger = (a: bigint, b: bigint): bigint => (b > a ? b : a)

function isLatest({ consultations }: Rows, { vehicleId, seq }: ConsultationRow): boolean {
  const newer = consultations.where((row) => row.vehicleId === vehicleId && row.seq > seq)
  return newer.every((row) => row.status !== 'ready')
}

function plansOf(rows: Rows, vehicleId: string, states: readonly Plan['state'][]): PlanRow[] {
  return rows.plans.where((plan) => plan.vehicleId === vehicleId && states.includes(plan.state))
}

/** The answer and older ones, which nobody considered. */
function markConsidered(
  { consultations }: Rows,
  answer: { vehicleId: string; consultationId: string },
): boolean {
  const asked = consultations.get(answer.consultationId)
  if (asked === undefined || asked.considered || asked.status !== 'ready') return false
  const older = consultations
    .where((row) => row.vehicleId === answer.vehicleId && row.status === 'ready')
    .filter((row) => row.seq <= asked.seq)
  for (const { id } of older) consultations.patch(id, { considered: true })
  return true
}

/** The new plan's id; null when somebody else considered the answer. */
async function consider(rows: Rows, { answer, plan }: ConsideredAnswer, at: Date) {
  if (!markConsidered(rows, answer)) return null
  const [live] = plansOf(rows, answer.vehicleId, ['proposed', 'approved'])
  if (live?.state === 'proposed') {
    rows.plans.patch(live.id, { state: 'void', reason: 'newer-answer', decidedAt: at })
    await moveDebts(rows, live, { from: ['proposed'], to: 'open', at })
  }
  if (plan === undefined || live?.state === 'approved') return null
  await moveDebts(rows, plan, { from: ['open'], to: 'proposed', at })
  return insertPlan(rows, plan, at)
}

async function moveDebts(
  rows: Rows,
  { items }: Pick<NewPlan, 'items'>,
  move: Pick<DebtMove, 'from' | 'to' | 'at'>,
): Promise<void> {
  await memoryDebts(rows).move({ ...move, ids: items.map(({ debtId }) => debtId), why: '' })
}

function insertPlan(rows: Rows, plan: NewPlan, createdAt: Date): string {
  const id = rows.id()
  const undecided = { decidedBy: null, decidedAt: null, reason: null }
  const unknown = { feeCents: null, totalCents: null, previewTries: 0, previewDueAt: null }
  rows.plans.put(id, {
    ...plan,
    ...undecided,
    ...unknown,
    id,
    seq: rows.seq(),
    state: 'proposed',
    preview: 'pending',
    createdAt,
    waitsFor: null,
    waitsUntil: null,
  })
  return id
}

function found(rows: Rows, { items, ...plan }: PlanRow): Plan {
  const facts = items.flatMap((item): PlanItemFacts[] => {
    const debt = rows.debts.get(item.debtId)
    if (debt === undefined) return []
    const { fingerprint, ordinal, kind, group, description, year, dueDate } = debt
    return [{ ...item, fingerprint, ordinal, kind, group, description, year, dueDate }]
  })
  const identity = (item: PlanItemFacts): string => `${item.fingerprint} ${item.ordinal}`
  facts.sort((a, b) => (identity(a) < identity(b) ? -1 : 1))
  const vehicle = rows.vehicles.get(plan.vehicleId)
  const { costCentre = '', serviceId: vehicleServiceId = null, inFleet = false } = vehicle ?? {}
  return { ...plan, costCentre, vehicleServiceId, inFleet, items: facts }
}

async function approve(
  ledger: { rows: Rows; effects: PlanningStore; tx: Tx },
  { planId, effectKey: key }: PlanToApprove,
  by: { who: string; at: Date },
): Promise<Approval> {
  const { rows, effects, tx } = ledger
  const plan = rows.plans.get(planId)
  if (plan?.state !== 'proposed') return { approved: false, why: 'not-proposed' }
  if (plan.preview === 'pending') return { approved: false, why: 'not-previewed' }
  const taken = sharesIpvaYear(rows, plan) ? 0 : takeLocks(rows, planId)
  const { fleetId, campaignId, vehicleId } = plan
  const order = { kind: 'order', key, fleetId, campaignId, vehicleId, planId } as const
  const isLocked = taken < plan.items.length
  if (isLocked || (await effects.plan([order], tx)) === 0) {
    dropLocks(rows, planId)
    return { approved: false, why: isLocked ? 'debt-locked' : 'order-unfinished' }
  }
  rows.plans.patch(planId, {
    state: 'approved',
    decidedBy: by.who,
    decidedAt: by.at,
    waitsFor: null,
    waitsUntil: null,
  })
  await moveDebts(rows, plan, { from: ['open', 'proposed'], to: 'approved', at: by.at })
  // It gets its row when the transaction commits; nobody asks for its id here.
  return { approved: true, effectId: key }
}

const lockKey = (vehicleId: string, scope: string): string => `${vehicleId} ${scope}`

function takeLocks(rows: Rows, planId: string): number {
  const plan = rows.plans.get(planId)
  let taken = 0
  for (const { debtId } of plan?.items ?? []) {
    const debt = rows.debts.get(debtId)
    if (debt === undefined) continue
    const { vehicleId } = debt
    const scope = `${debt.fingerprint}#${debt.ordinal}`
    if (rows.locks.get(lockKey(vehicleId, scope)) !== undefined) continue
    rows.locks.put(lockKey(vehicleId, scope), { vehicleId, scope, planId })
    taken += 1
  }
  return taken
}

function dropLocks({ locks }: Rows, planId: string): void {
  for (const { vehicleId, scope } of locks.where((lock) => lock.planId === planId)) {
    locks.remove(lockKey(vehicleId, scope))
  }
}

function sharesIpvaYear(rows: Rows, plan: PlanRow): boolean {
  const ipva = (items: PlanRow['items']) =>
    items.flatMap(({ debtId }) => {
      const debt = rows.debts.get(debtId)
      return debt?.group === 'ipva' ? [debt] : []
    })
  const holders = rows.locks
    .where((lock) => lock.vehicleId === plan.vehicleId && lock.planId !== plan.id)
    .map((lock) => lock.planId)
  const others = [...new Set(holders)].flatMap((id) => ipva(rows.plans.get(id)?.items ?? []))
  return ipva(plan.items).some((mine) =>
    others.some(({ year, kind }) => {
      const instalments = mine.kind === 'ipva_installment' && kind === 'ipva_installment'
      return mine.year === year && !instalments
    }),
  )
}
