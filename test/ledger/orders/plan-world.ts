/** Vehicles with ready answers, and plans of their debts, on the stores of plans and orders. */
import type { AnswerItem, ShownDebt } from '../../../src/ledger/debts/debts.ts'
import { openPlanningStore } from '../../support/ledger/planning-store.ts'
import { openOrderStore } from '../../../src/ledger/orders/orders-sql.ts'
import type { OrderFacts } from '../../../src/ledger/orders/orders.ts'
import type { UnconsideredAnswer } from '../../../src/ledger/orders/plans.ts'
import { openPlanStore } from '../../../src/ledger/orders/plans-sql.ts'
import { itemRecorder } from '../../../src/reconciliation/debts/record-items.ts'
import { item, vehicle } from '../../reconciliation/debts/debt-samples.ts'
import { later, openCampaignWorld, START } from '../consultations/campaign-world.ts'

export type PlanWorld = Awaited<ReturnType<typeof openPlanWorld>>
export type Planned = Awaited<ReturnType<PlanWorld['vehicle']>>

export const ticket = (given: Partial<AnswerItem> = {}): AnswerItem =>
  item({ amountCents: 100_00n, ...given })

export const ipva = (kind: string, description: string): AnswerItem =>
  item({ amountCents: 500_00n, kind, group: 'ipva', description, dueDate: null })

/** An order of a debt of 100,00 and a fee of 9,90, with a code to pay it. */
export function orderFacts(id: string, given: Partial<OrderFacts> = {}): OrderFacts {
  return {
    id,
    method: 'pix',
    status: 'awaiting_payment',
    standing: 'open',
    debtsCents: 100_00n,
    feeCents: 9_90n,
    totalCents: 109_90n,
    refundedCents: 0n,
    attemptStatus: 'pending',
    pixCode: 'code',
    pixExpiresAt: later(1e6),
    boletoLine: '',
    boletoBarcode: '',
    boletoDueDate: null,
    boletoExpiresAt: null,
    chargedCents: null,
    installments: null,
    gate: 'open',
    gateReason: null,
    ...given,
  }
}

export async function openPlanWorld() {
  const ledger = await openCampaignWorld()
  const plans = openPlanStore(ledger.db)
  const open = async (ownFleet?: string) => {
    const fleetId = ownFleet ?? (await ledger.fleet())
    const vehicleId = await ledger.vehicle(fleetId)
    const record = itemRecorder(ledger.debts)
    const shown = (): Promise<ShownDebt[]> => ledger.debts.shown([vehicleId])
    const unconsidered = async (): Promise<UnconsideredAnswer> => {
      const all = await plans.unconsidered(fleetId, 10)
      const [answer] = all.filter((each) => each.vehicleId === vehicleId)
      if (answer === undefined) throw new Error('no answer waits')
      return answer
    }
    return {
      fleetId,
      vehicleId,
      shown,
      unconsidered,
      /** Records a ready answer with these items; its consultation. */
      answer: async (items: readonly AnswerItem[] = [ticket()], flags: readonly string[] = []) => {
        const { id } = await ledger.campaigns.open(fleetId, START)
        const always = { staleBefore: later(1e9), failedBefore: later(1e12) }
        await ledger.campaigns.join(id, { ...always, at: START })
        await ledger.campaigns.plan(id, START)
        const { id: consultationId } = await ledger.asked(id, vehicleId)
        const at = START
        await ledger.consultations.transaction(async (tx) => {
          const sums = { totalCents: 0n, itemsCents: 0n, flags, foundNewDebts: false }
          const ready = { id: consultationId, stage: 'ready', ...sums, at }
          const ended = await ledger.consultations.ready([ready], tx)
          if (!ended.has(consultationId)) throw new Error('not pending')
          await record(tx, [{ ...vehicle, vehicleId, consultationId, items, at }])
        })
        return consultationId
      },
      /** A proposal of these debts (all that are shown), for the answer that waits, or this one. */
      propose: async (debts?: readonly ShownDebt[], of?: UnconsideredAnswer) => {
        const answer = of ?? (await unconsidered())
        const chosen = debts ?? (await shown())
        const { campaignId, consultationId } = answer
        const plan = {
          fleetId,
          campaignId,
          vehicleId,
          consultationId,
          method: 'pix',
          hash: 'hash',
          debtsCents: chosen.reduce((sum, debt) => sum + debt.amountCents, 0n),
          items: chosen.map((debt) => ({ ...debt, debtId: debt.id })),
        } as const
        const [planId = null] = await plans.consider([{ answer, plan, leftOut: [] }], START)
        if (planId !== null) await plans.recordPreview(planId, { preview: 'unknown', note: '' })
        return planId
      },
      locks: async () => {
        const { rows } = await ledger.database.pool.query(
          'select from frota.debt_lock where vehicle_id = $1',
          [vehicleId],
        )
        return rows.length
      },
    }
  }
  return {
    ledger,
    plans,
    orders: openOrderStore(ledger.db),
    effects: openPlanningStore(ledger.db),
    vehicle: open,
    /** A vehicle of whose first answer all is proposed. */
    proposed: async (items?: readonly AnswerItem[]) => {
      const one = await open()
      await one.answer(items)
      return { one, planId: some(await one.propose()) }
    },
    approve: async (planId: string, effectKey = `key of ${planId}`) => {
      const asked = [{ planId, effectKey }]
      const by = { who: 'somebody', at: START }
      return some((await plans.approve(asked, by))[0])
    },
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  }
}

/** What is there for the test's own sake; a null means that the setup is wrong. */
export function some<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the setup made nothing')
  return value
}
