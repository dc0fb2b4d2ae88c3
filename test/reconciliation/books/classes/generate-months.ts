/**
 * Months of a fleet whose classes are known because each debt lives one story that is written down
 * here: what the ledger and the bank would hold of it, and its class.
 */
import fc from 'fast-check'
import type { BankFacts, OrderMoney } from '../../../../src/ledger/books/bank-lines.ts'
import type {
  HistoricEvent,
  HistoricOrder,
  HistoricOrderEvent,
  VehicleHistory,
} from '../../../../src/ledger/histories/vehicle-histories.ts'
import type { TrailClass } from '../../../../src/reconciliation/books/classes/class-of.ts'
import { CLEAN, type DebtState, type Story } from './stories.ts'

/** The moment of the close. */
export const AT = new Date('2026-12-01T15:00:00Z')
const DAY_MS = 86_400_000
/** A Tuesday; the business days around it have no holiday. */
const PAID_AT = Date.parse('2026-11-24T15:00:00Z')
const SEEN_AT = Date.parse('2026-11-03T15:00:00Z')

export interface GeneratedMonth {
  readonly histories: readonly VehicleHistory[]
  readonly bank: BankFacts
  /** Sorted. */
  readonly expected: readonly TrailClass[]
}

const storyNames = fc.constantFrom(...(Object.keys(CLEAN) as (keyof typeof CLEAN)[]))

/** Vehicles by the stories of their debts. */
export const cleanMonths = fc
  .array(fc.array(storyNames, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
  .map((vehicles) => vehicles.map((names): Story[] => names.map((name) => CLEAN[name])))

export function monthOfStories(vehicles: readonly (readonly Story[])[]): GeneratedMonth {
  const money: OrderMoney[] = []
  const lines: BankFacts['lines'][number][] = []
  let seq = 0n
  let number = 0
  const next = (): bigint => (seq += 1n)
  const histories = vehicles.map((stories, at): VehicleHistory => {
    const plate = `ABC${1000 + at}`
    const parts = stories.map((story) => play(story, `${(number += 1)}`, plate))
    return {
      vehicle: {
        id: plate,
        renavam: '00639884962',
        plate,
        uf: 'SP',
        costCentre: 'A',
        cnpj: '11222333000181',
        fleet: 'principal',
        inFleet: true,
        latestAnswerAt: new Date(AT.getTime() - DAY_MS),
      },
      changes: [],
      debts: parts.map(({ debt }) => debt),
      events: parts
        .flatMap(({ events }) => events)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.seq - b.seq)),
      orders: parts.flatMap(({ orders }) => orders),
    }
  })
  const expected = vehicles.flat().flatMap((story) => story.expected)
  // A fleet that gave no statement has none to be held against; each of these months has one.
  lines.push({ ...lineOf('fee', 1n, PAID_AT), memo: 'TARIFA' })
  const word = { class: 'only-bank', how: 'person' } as const
  const closures = [{ ...word, at: AT, lines: ['fee'], movements: [] }]
  const bank = { lines, money, closures }
  return { histories, bank, expected: [...expected, 'not-ours' as const].sort() }

  function play(story: Story, id: string, plate: string) {
    const paidMs =
      story.paidDaysAgo === undefined ? PAID_AT : AT.getTime() - story.paidDaysAgo * DAY_MS
    const settledMs =
      story.settledDaysAgo === undefined
        ? PAID_AT + DAY_MS
        : AT.getTime() - story.settledDaysAgo * DAY_MS
    // No two amounts are alike, so that only what belongs together can be matched.
    const amountCents = 10_000n + BigInt(number) * 137n
    const orderId = story.standing === undefined ? null : `order-${id}`
    const debt = {
      id: `debt-${id}`,
      kind: 'ticket',
      description: `debt ${id}`,
      year: 2026,
      dueDate: null,
      now: { state: story.moves.at(-1) ?? 'open', shown: story.shown, amountCents },
    } as const
    const event = (name: HistoricEvent['event'], ms: number, to: DebtState, by: string | null) => ({
      seq: next(),
      at: new Date(ms),
      debtId: debt.id,
      event: name,
      toState: to,
      amountCents,
      orderId: by,
      consultationId: by === null ? 'answer' : null,
    })
    const events: HistoricEvent[] = [event('new', SEEN_AT, 'open', null)]
    for (const [at, to] of story.moves.entries()) {
      const ms =
        to === 'ordered' && at === 0 ? SEEN_AT + DAY_MS : to === 'paid' ? paidMs : settledMs
      const isAnswer = orderId === null && to === 'gone'
      events.push(event(isAnswer ? 'gone' : 'moved', ms, to, orderId))
    }
    const last = story.moves.at(-1) ?? 'open'
    if (orderId !== null && (!story.shown || story.reappears)) {
      events.push(event('gone', settledMs + 1, last, null))
    }
    if (story.reappears) events.push(event('reappeared', settledMs + DAY_MS, last, null))
    if (orderId === null) return { debt, events, orders: [] }
    const orders = [order(orderId)]
    const back = { standing: 'refunded', attempt: 'refunded', refundedCents: 'all' } as const
    const again = { ...story, ...(story.again === 'refunded' ? back : {}) }
    if (story.again !== undefined) orders.push(order(`${orderId}-again`, again))
    return { debt, events, orders }

    function order(name: string, of: Story = story): HistoricOrder {
      const totalCents = amountCents + 490n + (name === orderId ? 0n : 1n)
      const feeCents = totalCents - amountCents
      const refundedCents =
        of.refundedCents === 'all' ? totalCents : of.refundedCents === 'part' ? 100n : 0n
      const told = orderEvents(of, name, totalCents, refundedCents)
      return {
        id: name,
        fleet: 'principal',
        method: 'pix',
        standing: of.standing ?? 'open',
        attemptStatus: of.attempt ?? '',
        debtsCents: amountCents,
        feeCents,
        totalCents,
        refundedCents,
        approvedBy: 'Ana',
        createdAt: new Date(SEEN_AT + DAY_MS),
        freedAt: of.freed === true ? new Date(settledMs + DAY_MS) : null,
        items: [{ debtId: debt.id, amountCents, settlement: of.settlement ?? '' }],
        events: told,
      }
    }

    function orderEvents(of: Story, name: string, totalCents: bigint, refundedCents: bigint) {
      const told: HistoricOrderEvent[] = []
      const tell = (
        name: HistoricOrderEvent['event'],
        ms: number,
        cents = 0n,
        note = '',
      ): bigint => {
        const at = new Date(ms)
        const by = { occurredAt: at, toldBy: 'service', seenAt: at } as const
        const row = { seq: next(), event: name, amountCents: cents, note, ...by }
        told.push(row)
        return row.seq
      }
      const txid = `FROTA${name.replace(/[^0-9a-z]/g, '')}X`.padEnd(25, '0')
      tell('created', SEEN_AT + DAY_MS)
      tell('coded', SEEN_AT + DAY_MS, 0n, txid)
      if (!['paid', 'settled', 'refunded'].includes(of.standing ?? '')) return told
      const payment = {
        orderId: name,
        method: 'pix',
        plate,
        codes: [txid],
        toldBy: 'service',
      } as const
      const move = (kind: 'paid' | 'refunded', ms: number, cents: bigint): void => {
        const at = new Date(ms)
        const seq = tell(kind, ms, cents)
        money.push({ ...payment, seq, event: kind, occurredAt: at, seenAt: at, cents })
      }
      move('paid', paidMs, totalCents)
      payAtBank(name, totalCents, txid)
      if (of.standing === 'settled') tell('settled', settledMs)
      if (of.refundIsLater === true) {
        tell('refunded', settledMs, refundedCents)
        const by = { occurredAt: AT, toldBy: 'bank', seenAt: AT } as const
        told.push({ seq: next(), event: 'refunded', amountCents: 0n, note: '', ...by })
      } else if (refundedCents > 0n) {
        move('refunded', settledMs, refundedCents)
        lines.push(lineOf(`${name}-back`, refundedCents, settledMs))
      }
      return told
    }

    function payAtBank(name: string, totalCents: bigint, txid: string): void {
      if (story.bank === 'missing') return
      const ms = story.bank === 'late' ? paidMs + 7 * DAY_MS : paidMs
      const isOther = story.bank === 'other-amount' || story.bank === 'strange'
      const cents = isOther ? -totalCents - 7n : -totalCents
      const memo = story.bank === 'strange' ? 'PIX' : `PIX ${txid}`
      const paid = { ...lineOf(name, cents, ms), memo }
      lines.push(paid)
      if (story.bank === 'doubled') lines.push({ ...paid, identity: `${name}-twice` })
    }
  }

  function lineOf(identity: string, cents: bigint, ms: number) {
    const day = new Date(ms).toISOString().slice(0, 10)
    const read = { fileName: 'a.ofx', importedAt: AT }
    return { identity, account: '1', day, cents, memo: 'PIX', reference: '', ...read }
  }
}
