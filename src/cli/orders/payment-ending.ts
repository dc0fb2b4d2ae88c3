/** What a person reads when a card payment is over, and what `--json` gets; the exit code with it. */
import type { Effect } from '../../ledger/effects.ts'
import { redact } from '../../client/redact.ts'
import { displayCents } from '../../fleet/money.ts'
import { paymentOutcome, readBaseline } from '../../reconciliation/orders/paying/payment-outcome.ts'
import type { PaymentOutcome } from '../../reconciliation/orders/paying/payment-outcome.ts'
import type { AttendedTerminal } from './attended-terminal.ts'
import type { CommandContext } from '../context.ts'
import type { Blocked, PayingTools, PaymentEnding } from './pay-with-card.ts'
import type { PaymentSubject } from './payment-subject.ts'
import { effectReason } from '../words.ts'

interface Told {
  readonly tools: PayingTools
  readonly terminal: AttendedTerminal
  readonly subject: PaymentSubject
}

type Context = Pick<CommandContext, 'output' | 'exitWith'>

const EXIT_UNPAID = 1

export async function sayPayment(
  context: Context,
  told: Told,
  ending: PaymentEnding,
): Promise<void> {
  if (ending.ended === 'asked') return sayAsked(context, told, ending)
  const { output, exitWith } = context
  exitWith(EXIT_UNPAID)
  const { say } = output
  const because =
    ending.ended === 'blocked'
      ? blockedWords(ending.because, ending.orderId)
      : notOrderedWords(ending.effect)
  told.terminal.line(say(because.pt, because.en))
  const orderId = ending.ended === 'blocked' ? ending.orderId : null
  const outcome = ending.ended === 'blocked' ? ending.because : 'not-ordered'
  output.object({ outcome, order: orderId, plate: told.subject.plate })
}

type Words = { readonly pt: string; readonly en: string }

function blockedWords(because: Blocked, orderId: string): Words {
  switch (because) {
    case 'charged':
      return {
        pt: 'Este pedido já foi cobrado num cartão. Não pague de novo; veja: frota orders',
        en: 'This order was charged to a card already. Do not pay again; see: frota orders',
      }
    case 'in-doubt':
      return {
        pt: 'Um pagamento deste pedido está sem desfecho: confira a fatura e não pague de novo antes (frota orders resolve).',
        en: 'A payment of this order has no outcome: check the statement and do not pay again before (frota orders resolve).',
      }
    case 'missing':
      return {
        pt: `O serviço ainda não mostra o pedido; nada foi cobrado. Pague mais tarde: frota orders pay ${orderId}`,
        en: `The service does not show the order yet; nothing was charged. Pay later: frota orders pay ${orderId}`,
      }
  }
}

function notOrderedWords(effect: Effect | null): Words {
  const state = effect?.state
  if (state === 'in-doubt' || state === 'held' || state === 'quarantined') {
    return {
      pt: `Não se sabe se o pedido foi feito${whyOf(effect, 'pt-BR')}. Nada foi cobrado no cartão; a próxima execução procura o pedido.`,
      en: `Nobody knows whether the order was made${whyOf(effect, 'en')}. The card was not charged; the next run looks the order up.`,
    }
  }
  return {
    pt: `O pedido não foi feito${whyOf(effect, 'pt-BR')}. Nada foi cobrado.`,
    en: `The order was not made${whyOf(effect, 'en')}. Nothing was charged.`,
  }
}

async function sayAsked(
  { output, exitWith }: Context,
  { tools, terminal, subject }: Told,
  { effect, orderId }: Extract<PaymentEnding, { ended: 'asked' }>,
): Promise<void> {
  const { say, locale } = output
  const order = await readBack(tools, orderId)
  const outcome = outcomeOf(tools, effect, order)
  const known = await tools.stores.orders.find(orderId)
  const charged = displayCents(known?.chargedCents ?? subject.totalCents, locale)
  const message = redact(order?.latest_attempt?.message ?? '')
  const said = message === '' ? '' : ` (${message})`
  const why = effect.reason === null ? '' : ` (${effectReason(effect.reason, locale)})`
  const mark = subject.simulated ? ' (SIMULADO)' : ''
  switch (outcome) {
    case 'paid':
      terminal.line(`${say('Pago', 'Paid')}: ${charged}, ${subject.plate}${mark}.`)
      break
    case 'under-way':
      terminal.line(
        say(
          'A operadora ainda decide. Não pague de novo: a próxima execução acompanha (frota orders).',
          'The operator is still deciding. Do not pay again: the next run follows it (frota orders).',
        ),
      )
      break
    case 'declined':
      terminal.line(
        say(
          `Recusado${said}. Nada foi cobrado; outro cartão: frota orders pay ${orderId}`,
          `Declined${said}. Nothing was charged; another card: frota orders pay ${orderId}`,
        ),
      )
      break
    case 'not-paid':
      terminal.line(
        say(
          `Nada foi cobrado${why}. Tente de novo: frota orders pay ${orderId}`,
          `Nothing was charged${why}. Try again: frota orders pay ${orderId}`,
        ),
      )
      break
    case 'in-doubt':
      terminal.line(
        say(
          'Ninguém sabe se o cartão foi cobrado: confira a fatura e não pague de novo antes. A próxima execução procura no serviço; depois: frota orders resolve',
          'Nobody knows whether the card was charged: check the statement and do not pay again before. The next run looks it up; then: frota orders resolve',
        ),
      )
  }
  if (outcome !== 'paid' && outcome !== 'under-way') exitWith(EXIT_UNPAID)
  const chargedCents = outcome === 'paid' ? (known?.chargedCents ?? subject.totalCents) : null
  output.object({ outcome, order: orderId, plate: subject.plate, chargedCents })
}

type Outcome = Extract<PaymentOutcome, 'paid' | 'under-way' | 'declined'> | 'not-paid' | 'in-doubt'

function outcomeOf(
  { statuses }: PayingTools,
  { state, baseline }: Effect,
  order: Awaited<ReturnType<typeof readBack>>,
): Outcome {
  if (state === 'planned' || state === 'claimed' || state === 'rejected') return 'not-paid'
  if (state !== 'done' && state !== 'adopted') return 'in-doubt'
  const seen = order === null ? undefined : paymentOutcome(statuses, order, readBaseline(baseline))
  if (seen === 'paid' || seen === 'declined') return seen
  return 'under-way'
}

/** Whether it can be read now changes nothing of what became of the payment. */
async function readBack({ client }: PayingTools, orderId: string) {
  try {
    return await client.read('getOrder', { params: { order_id: orderId } })
  } catch {
    return null
  }
}

function whyOf(effect: Effect | null, locale: 'pt-BR' | 'en'): string {
  const reason = effect?.reason ?? ''
  return reason === '' ? '' : ` (${effectReason(reason, locale)})`
}
