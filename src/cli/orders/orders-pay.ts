/**
 * `frota orders pay ORDER|PLAN`: a person at a terminal pays one order by card. The card is in this
 * process's memory until the one request is over, and in no file, log, argument or variable.
 */
import { Failure } from '../../failure.ts'
import { openAttendedTerminal } from './attended-terminal.ts'
import type { AttendedTerminal } from './attended-terminal.ts'
import { askForPayment } from './card-dialogue.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from './deciding-person.ts'
import { knownFleet } from '../fleet/known-fleet.ts'
import { openLedger } from '../run/open-ledger.ts'
import { payWithCard } from './pay-with-card.ts'
import type { PayingTools } from './pay-with-card.ts'
import { sayPayment } from './payment-ending.ts'
import { paymentSubject } from './payment-subject.ts'
import { openWorkshop } from '../run/workshop.ts'

/** Held by name on a server, where other processes may work: one person pays at a time. */
const PAYING = 'card payment'

export async function run(context: CommandContext): Promise<void> {
  const { stop } = context
  const terminal = openAttendedTerminal({ input: process.stdin, output: process.stderr }, stop)
  // Before anything is opened: a script must hear it at once.
  if (!terminal.isAttended) throw unattended()
  const word = context.words[0] ?? ''
  if (word === '') throw nothingNamed()
  const { config, name, output } = context
  await using ledger = await openLedger(config, { mode: 'execute', command: name, output })
  await using _paying = await ledger.presence.take([PAYING])
  await using workshop = await openWorkshop(
    { ...context, ledger },
    {
      fleetsOf: async (store) => [await knownFleet(store, config.FROTA_FLEET)],
      onFailure: () => undefined,
      helps: true,
    },
  )
  const { tools, access } = workshop
  await payAttended(context, { tools, terminal, simulated: access.simulated, word })
}

export interface Payment {
  readonly tools: PayingTools & { readonly fleets: readonly { readonly id: string }[] }
  readonly terminal: AttendedTerminal
  readonly simulated: boolean
  /** The id of an order or of an approved proposal. */
  readonly word: string
}

/** Everything but the opening. Exits 1 unless the order is paid, or its payment is under way. */
export async function payAttended(
  context: Pick<CommandContext, 'config' | 'output' | 'stop' | 'exitWith'>,
  { tools, terminal, simulated, word }: Payment,
): Promise<void> {
  const { output, stop, config } = context
  const { say } = output
  const blocked = tools.effects.blocked?.('pay')
  if (blocked !== undefined) throw moneyBlocked(blocked)
  const [fleet] = tools.fleets
  if (fleet === undefined) throw new Error('A payment belongs to a fleet.')
  const subject = await paymentSubject(tools, fleet.id, word, simulated)
  const { clock, zone } = tools
  const person = decidingPerson(config).name
  const confirmed = await askForPayment({ terminal, output, clock, zone, person }, subject).finally(
    () => terminal.rest(),
  )
  using _card = confirmed.card
  let isSent = false
  const maybePaid = (): void => {
    if (!isSent) return
    terminal.line(
      say(
        'O pagamento pode ter sido feito; espero a resposta (até 60 s). Depois veja: frota orders',
        'The payment may have been made; waiting for its answer (60 s at most). Then: frota orders',
      ),
    )
  }
  stop.addEventListener('abort', maybePaid, { once: true })
  try {
    const ending = await payWithCard(tools, subject, confirmed, {
      stop,
      sending: () => {
        isSent = true
        terminal.line(say('Pagando…', 'Paying…'))
      },
      inDoubt: () =>
        terminal.line(
          say(
            'Sem resposta certa: o cartão pode ter sido cobrado. Procurando no serviço…',
            'No certain answer: the card may have been charged. Looking it up at the service…',
          ),
        ),
    })
    await sayPayment(context, { tools, terminal, subject }, ending)
  } finally {
    stop.removeEventListener('abort', maybePaid)
  }
}

function unattended(): Failure {
  return new Failure('usage', {
    pt: 'frota orders pay precisa de uma pessoa num terminal: rode-o sem redirecionar entrada ou saída.',
    en: 'frota orders pay needs a person at a terminal: run it with neither input nor output redirected.',
  })
}

function nothingNamed(): Failure {
  return new Failure('usage', {
    pt: 'Diga o pedido ou a proposta aprovada: frota orders pay PEDIDO (veja: frota orders)',
    en: 'Name the order or the approved proposal: frota orders pay ORDER (see: frota orders)',
  })
}

function moneyBlocked(why: string): Failure {
  return new Failure('usage', {
    pt: `Nenhum pagamento agora: ${why}. Nada foi cobrado.`,
    en: `No payment now: ${why}. Nothing was charged.`,
  })
}
