/** What happens beside us: debts that change, people who pay, and people who order too. */
import type { Random } from '../../src/random.ts'
import type { Ledger, LedgerFacts } from './ledger/ledger.ts'
import type { Parameters } from './parameters.ts'
import type { Scheduler } from './scheduler.ts'
import { drawOf } from './service/authority.ts'
import { answer, createConsultation, createOrder, newDebts, pay } from './service/service.ts'
import type { ServiceTools } from './service/service.ts'
import type { RemoteOrder } from './service/state.ts'

export interface EventTools {
  readonly scheduler: Scheduler
  readonly random: Random
  readonly parameters: Parameters
  readonly service: ServiceTools
  readonly ledger: Ledger
  readonly renavams: readonly string[]
  readonly startMs: number
  readonly chaosMs: number
  readonly onPaid: (order: RemoteOrder) => void
  readonly log: (line: string) => void
  /** The books, each time that somebody looks at them. */
  readonly judge: (facts: LedgerFacts) => void
}

const PAYS_SHARE = 0.25
/** A late fee. */
const FEE_CENTS = 312n

export function planEvents(tools: EventTools): void {
  const { scheduler, random, parameters, startMs, chaosMs } = tools
  for (let count = 0; count < parameters.events * parameters.vehicles; count += 1) {
    const event = drawOf(random, [lateFee, newTicket, othersOrder, othersOrder, paidElsewhere])
    const atMs = startMs + random.next() * chaosMs
    const renavam = drawOf(random, tools.renavams)
    scheduler.at(atMs, async () => event(tools, renavam))
  }
  const { payerEachMs } = parameters
  for (let atMs = payerEachMs; atMs < chaosMs; atMs += payerEachMs) {
    scheduler.at(startMs + atMs, () => payShown(tools))
  }
}

function lateFee({ service, log }: EventTools, renavam: string): void {
  for (const debt of service.state.debts) {
    if (debt.renavam === renavam && !debt.settled) debt.amountCents += FEE_CENTS
  }
  log(`late fee for ${renavam}`)
}

function newTicket({ service, log }: EventTools, renavam: string): void {
  newDebts(service, renavam, 1)
  log(`new debt of ${renavam}`)
}

function paidElsewhere({ service, random, log }: EventTools, renavam: string): void {
  const owed = service.state.debts.filter((debt) => debt.renavam === renavam && !debt.settled)
  if (owed.length === 0) return
  drawOf(random, owed).settled = true
  log(`a debt of ${renavam} was paid elsewhere`)
}

/** Somebody of the same account asks, and orders some of what is shown. */
function othersOrder({ service, random, log }: EventTools, renavam: string): void {
  const vehicle = service.state.vehicles.find((each) => each.renavam === renavam)
  if (vehicle === undefined) return
  createConsultation(service, vehicle.id, 'others')
  const consultation = service.state.consultations.at(-1)
  if (consultation === undefined) return
  answer(service, consultation)
  const payable = (consultation.items ?? []).filter(({ debt }) => debt.isPayable)
  const chosen = payable.filter(() => random.next() < 0.6)
  if (chosen.length === 0) return
  const body = { debt_item_ids: chosen.map(({ id }) => id), method: 'pix' } as const
  const { status } = createOrder(service, body, 'others')
  log(`somebody orders ${chosen.length} of ${renavam}: ${status}`)
}

/** Looks at what our ledger shows, as `frota orders` does, and pays some of it. */
async function payShown(tools: EventTools): Promise<void> {
  const { ledger, random, service, onPaid, judge } = tools
  const facts = await ledger.facts()
  judge(facts)
  const { orders } = facts
  for (const shown of orders) {
    if (shown.gate !== 'open' || random.next() >= PAYS_SHARE) continue
    const order = service.state.orders.find(({ id }) => id === shown.id)
    if (order !== undefined && pay(service, order, shown.pixCode)) onPaid(order)
  }
  settle(service)
}

/** What was paid long enough ago is not owed any more. */
function settle({ state, nowMs }: ServiceTools): void {
  for (const { paidAtMs, settlesAfterMs, items } of state.orders) {
    if (paidAtMs === null || nowMs() < paidAtMs + settlesAfterMs) continue
    for (const { debt } of items) debt.settled = true
  }
}
