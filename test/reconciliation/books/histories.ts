/** Random histories of one vehicle, written by a model that knows what is owed at every moment. */
import type {
  HistoricChange,
  HistoricEvent,
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../../src/ledger/histories/vehicle-histories.ts'
import type { CloseHeads } from '../../../src/reconciliation/books/knowledge.ts'
import { DEBTS, type Played } from './acts.ts'
import { nextMonth, startOfDay } from '../../../src/fleet/calendar/months.ts'

export const ZONE = 'America/Sao_Paulo'
const FIRST_MONTH = '2026-01'
const DAY_MS = 86_400_000

export interface ModelledHistory {
  readonly history: VehicleHistory
  readonly closes: readonly CloseHeads[]
  /** By debt, whatever the IPVA's alternatives: what an answer shows and nobody paid. */
  readonly shown: readonly ModelDebt[]
  readonly endMs: number
}

export interface ModelDebt {
  readonly id: string
  readonly kind: string
  readonly year: number
  readonly dueDate: string | null
  state: HistoricEvent['toState']
  shown: boolean
  amountCents: bigint
}

interface MutableOrder extends HistoricOrder {
  standing: HistoricOrder['standing']
  refundedCents: bigint
  events: HistoricOrderEvent[]
}

export function playActs(played: readonly Played[]): ModelledHistory {
  let ms = startOfDay(`${FIRST_MONTH}-05`, ZONE)
  let seq = 0n
  let month = FIRST_MONTH
  let [costCentre, fleet, inFleet] = ['A', 'principal', true]
  const debts = new Map<string, ModelDebt>()
  const events: HistoricEvent[] = []
  const changes: HistoricChange[] = []
  const orders: MutableOrder[] = []
  const closes: CloseHeads[] = []
  const next = (): bigint => (seq += 1n)
  const log = (
    debt: ModelDebt,
    event: HistoricEvent['event'],
    more: Partial<HistoricEvent>,
  ): void => {
    const { id: debtId, state: toState, amountCents } = debt
    const where = { orderId: null, consultationId: null }
    events.push({
      seq: next(),
      at: new Date(ms),
      debtId,
      event,
      toState,
      amountCents,
      ...where,
      ...more,
    })
  }
  const tell = (order: MutableOrder, event: Partial<HistoricOrderEvent>): void => {
    const defaults = { occurredAt: null, toldBy: 'nobody', amountCents: 0n, note: '' } as const
    const row = { event: 'paid', seq: next(), seenAt: new Date(ms), ...defaults, ...event } as const
    order.events.push(row)
  }
  const moveAll = (
    order: Pick<MutableOrder, 'id' | 'items'>,
    from: string,
    to: ModelDebt['state'],
  ): void => {
    const isFreeing = to === 'open' || (from === 'paid' && to === 'ordered')
    for (const { debtId } of order.items) {
      const debt = debts.get(debtId)
      if (debt?.state !== from || (isFreeing && isHeld(debtId, order.id, to))) continue
      debt.state = to
      log(debt, 'moved', { orderId: order.id })
    }
  }
  /** By another order, so that this one frees nothing, and gives back nothing that is paid. */
  const isHeld = (debtId: string, id: string, to: string): boolean =>
    orders.some(
      (other) =>
        other.id !== id &&
        !['dead', 'refunded', to === 'ordered' ? 'open' : ''].includes(other.standing) &&
        other.items.some((item) => item.debtId === debtId),
    )
  const giveBack = (order: MutableOrder, cents: bigint): void => {
    order.refundedCents += cents
    tell(order, { event: 'refunded', amountCents: cents, note: order.standing })
  }
  for (const { days, act: one } of played) {
    ms += Math.ceil(days * DAY_MS)
    const open = orders.find(({ standing }) => standing === 'open')
    const paid = orders.find(({ standing }) => standing === 'paid')
    const settled = orders.findLast(({ standing }) => standing === 'settled')
    switch (one.act) {
      case 'answer':
        answer(one.amounts, `answer-${seq}`)
        break
      case 'order': {
        const items = [...debts.values()]
          .filter((debt, at) => one.which[at] === true && debt.shown && debt.state === 'open')
          .map(({ id: debtId, amountCents }) => ({ debtId, amountCents, settlement: '' }))
        if (items.length > 0) place(items)
        break
      }
      case 'pay':
        if (open === undefined) break
        open.standing = 'paid'
        moveAll(open, 'ordered', 'paid')
        tell(open, {
          amountCents: open.totalCents,
          ...(one.told
            ? { toldBy: 'service', occurredAt: new Date(ms - one.daysBefore * DAY_MS) }
            : {}),
        })
        break
      case 'bank': {
        const { event = 'paid', daysBefore } = one
        const told = orders
          .flatMap((order) => order.events.map((row) => ({ order, row })))
          .filter(({ row }) => row.toldBy !== 'bank')
          .findLast(({ row }) => (row.amountCents < 0n ? 'fall' : row.event) === event)
        if (told === undefined) break
        const occurredAt = daysBefore === null ? null : new Date(ms - daysBefore * DAY_MS)
        tell(told.order, { event: told.row.event, toldBy: 'bank', occurredAt, dates: told.row.seq })
        break
      }
      case 'settle':
        if (paid === undefined) break
        paid.standing = 'settled'
        moveAll(paid, 'paid', 'settled')
        tell(paid, { event: 'settled' })
        break
      case 'refund':
        if (paid === undefined) break
        paid.standing = 'refunded'
        moveAll(paid, 'paid', 'ordered')
        giveBack(paid, paid.totalCents - paid.refundedCents)
        break
      case 'give': {
        const [to, charged] = [paid ?? settled, (paid ?? settled)?.totalCents ?? 0n]
        if (to === undefined || to.refundedCents + BigInt(one.cents) > charged) break
        giveBack(to, BigInt(one.cents))
        break
      }
      case 'fall': {
        const back = orders.findLast(({ refundedCents }) => refundedCents > 0n)
        if (back === undefined) break
        if (back.standing === 'refunded') {
          back.standing = 'paid'
          moveAll(back, 'ordered', 'paid')
        }
        giveBack(back, -back.refundedCents)
        break
      }
      case 'unpay':
        if (paid === undefined || paid.refundedCents > 0n) break
        paid.standing = 'open'
        moveAll(paid, 'paid', 'ordered')
        tell(paid, { event: 'unpaid', amountCents: paid.totalCents })
        break
      case 'refuse':
        if (paid === undefined) break
        paid.standing = 'settled'
        moveAll({ id: paid.id, items: paid.items.slice(1) }, 'paid', 'settled')
        moveAll(paid, 'paid', 'ordered')
        tell(paid, { event: 'settled' })
        break
      case 'expire':
        if (open === undefined) break
        open.standing = 'dead'
        moveAll(open, 'ordered', 'open')
        tell(open, { event: 'expired' })
        break
      case 'late': {
        const late = orders.findLast(({ standing }) => standing === 'dead')
        if (late === undefined) break
        late.standing = 'paid'
        moveAll(late, 'open', 'ordered')
        moveAll(late, 'gone', 'ordered')
        moveAll(late, 'ordered', 'paid')
        tell(late, { amountCents: late.totalCents })
        break
      }
      case 'move':
        change('cost_centre', costCentre, one.costCentre)
        costCentre = one.costCentre
        break
      case 'sell':
        change('fleet', fleet, one.fleet)
        fleet = one.fleet
        break
      case 'leave':
      case 'return':
        change('in_fleet', String(inFleet), String(one.act === 'return'))
        inFleet = one.act === 'return'
        break
      case 'close':
        close()
    }
  }
  const vehicle = {
    id: 'vehicle',
    renavam: '00639884962',
    nickname: '',
    plate: 'ABC1D23',
    uf: 'SP',
    costCentre,
    cnpj: '11222333000181',
    ownerMasked: '',
    fleet,
    inFleet,
    latestAnswerAt: null,
  }
  const unseen = { state: 'gone', shown: false, amountCents: 0n } as const
  const fixed = DEBTS.map((debt) => ({
    ...debt,
    description: debt.id,
    now: debts.get(debt.id) ?? unseen,
  }))
  const history = { vehicle, changes, debts: fixed, events, orders }
  return { history, closes, shown: [...debts.values()], endMs: ms }

  function answer(amounts: readonly (number | null)[], consultationId: string): void {
    for (const [at, amount] of amounts.entries()) {
      const fixed = DEBTS[at]
      if (fixed === undefined) continue
      const known = debts.get(fixed.id)
      if (amount === null) {
        if (known?.shown !== true) continue
        known.shown = false
        if (known.state === 'open') known.state = 'gone'
        log(known, 'gone', { consultationId })
        continue
      }
      const amountCents = BigInt(amount)
      const event = known === undefined ? 'new' : known.shown ? 'changed' : 'reappeared'
      const debt = known ?? { ...fixed, state: 'open' as const, shown: true, amountCents }
      if (event === 'changed' && debt.amountCents === amountCents) continue
      debts.set(fixed.id, debt)
      Object.assign(debt, { amountCents, shown: true })
      if (debt.state === 'gone') debt.state = 'open'
      log(debt, event, { consultationId })
    }
  }

  function place(items: HistoricOrder['items']): void {
    const debtsCents = items.reduce((sum, item) => sum + item.amountCents, 0n)
    const order: MutableOrder = {
      id: `order-${seq}`,
      fleet,
      method: 'pix',
      attemptStatus: '',
      standing: 'open',
      debtsCents,
      feeCents: 490n,
      totalCents: debtsCents + 490n,
      refundedCents: 0n,
      approvedBy: 'Ana',
      createdAt: new Date(ms),
      freedAt: null,
      items,
      events: [],
    }
    orders.push(order)
    moveAll(order, 'open', 'ordered')
  }

  function change(field: HistoricChange['field'], before: string, after: string): void {
    if (before !== after) changes.push({ seq: next(), at: new Date(ms), field, before })
  }

  /** All months that are over. */
  function close(): void {
    while (startOfDay(`${nextMonth(month)}-01`, ZONE) <= ms) {
      const heads = { debtEvents: seq, orderEvents: seq, vehicleChanges: seq }
      closes.push({ month, closedAt: new Date(ms), ...heads })
      month = nextMonth(month)
    }
  }
}
