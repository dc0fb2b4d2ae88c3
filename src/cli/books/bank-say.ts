/** `frota bank say LINE [ORDER...]`: a person's word about one line of the bank. */
import { plainDay, wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { BankFacts, BankLine } from '../../ledger/books/bank-lines.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { OurMovement } from '../../reconciliation/books/bank/bank-row.ts'
import { matchFacts } from '../../reconciliation/books/bank/match-statement.ts'
import { movementOf } from '../../reconciliation/books/bank/movement-of.ts'
import { movementsMeant } from '../../reconciliation/books/bank/movements-meant.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { CommandContext } from '../context.ts'
import { matchAndTell, readOrders } from './bank-words.ts'
import { reasonGiven, signer } from './signing.ts'

/** Fewer characters of a line's key or an order's id are a slip of the hand. */
const CHARACTERS_MIN = 6

export async function run(context: CommandContext): Promise<void> {
  const { flags, words } = context
  const [given = '', ...orders] = words
  const isNone = flags['none'] === true
  if (given === '' || isNone === orders.length > 0) throw new Failure('usage', INCOMPLETE)
  const person = signer(context)
  const reason = reasonGiven(context)
  await withFleet(context, async (ledger, fleet) => {
    const line = lineNamed(await ledger.bank.facts(fleet.id), given)
    const read = await readOrders(context, ledger, fleet)
    const sides = await sidesOf(context, ledger, fleet, line)
    const isAlone = orders.length === 1
    const named = orders.flatMap((order) =>
      movementsNamed(context, sides, line, { order, isAlone }),
    )
    const movements = [...new Set(named.map(({ id }) => id))]
    const name = isNone ? 'not-ours' : 'matched'
    const word = { class: name, how: 'person', lines: [line.identity], movements, person, reason }
    await ledger.bank.say(fleet.id, { ...word, how: 'person' }, new Date(wallClock.now()))
    const ids = [...new Set(named.map(({ orderId }) => orderId))]
    await matchAndTell(context, ledger, fleet, read, { line: line.identity, orders: ids, person })
  })
}

function lineNamed({ lines }: BankFacts, given: string): BankFacts['lines'][number] {
  const found = lines.filter(({ identity }) => begins(identity, given))
  const [line] = found
  if (line !== undefined && found.length === 1) return line
  const said = given.slice(0, 40)
  throw new Failure('usage', {
    pt: `"${said}" não diz uma linha do extrato (ao menos ${CHARACTERS_MIN} caracteres): frota bank`,
    en: `"${said}" names no line of a statement (at least ${CHARACTERS_MIN} characters): frota bank`,
  })
}

/** What a line may be of: money that came in is a refund, money that left a payment. */
async function sidesOf(
  { config }: CommandContext,
  { bank }: OpenLedger,
  fleet: Fleet,
  line: BankLine,
) {
  const facts = await bank.facts(fleet.id)
  const at = new Date(wallClock.now())
  const zone = config.FROTA_TIME_ZONE
  const { closures } = matchFacts(facts, { zone, today: plainDay(at.getTime(), zone) })
  const others = closures.filter(({ lines }) => lines.some((key) => key !== line.identity))
  const kind = line.cents > 0n ? 'refund' : 'payment'
  return {
    movements: facts.money.map((money) => movementOf(money, zone)).filter((of) => of.kind === kind),
    taken: new Set(others.flatMap(({ movements }) => movements)),
    known: [...facts.money, ...(await bank.unpaid(fleet.id))],
    isIn: line.cents > 0n,
  }
}

/** `ORDER`, or `ORDER:2` for its second payment or refund. */
function movementsNamed(
  { output, config }: CommandContext,
  { movements, taken, known, isIn }: Awaited<ReturnType<typeof sidesOf>>,
  line: BankLine,
  { order, isAlone }: { readonly order: string; readonly isAlone: boolean },
): readonly OurMovement[] {
  const [name = '', number] = order.split(':')
  const found = movements.filter(({ orderId }) => begins(orderId, name))
  const named = name.slice(0, 40)
  if (name.length < CHARACTERS_MIN) {
    throw new Failure('usage', {
      pt: `"${named}" não diz um pedido (ao menos ${CHARACTERS_MIN} caracteres): frota orders`,
      en: `"${named}" names no order (at least ${CHARACTERS_MIN} characters): frota orders`,
    })
  }
  if (new Set(found.map(({ orderId }) => orderId)).size > 1) {
    throw new Failure('usage', {
      pt: `"${named}" é o começo de mais de um pedido; escreva mais dele: frota orders`,
      en: `"${named}" begins more than one order; write more of it: frota orders`,
    })
  }
  if (found.length > 0) {
    const counted = found.filter((_, at) => String(at + 1) === number)
    const meant = number === undefined ? movementsMeant(line, found, { taken, isAlone }) : counted
    if (meant !== null && meant.length > 0) return meant
    const display = displayFor(output.locale, config.FROTA_TIME_ZONE)
    const all = found.map(
      ({ cents, day }, at) => `${name}:${at + 1} (${display.money(cents)}, ${display.date(day)})`,
    )
    throw new Failure('usage', {
      pt: `Diga de qual destes ${isIn ? 'estornos' : 'pagamentos'} do pedido é a linha: ${all.join(', ')}`,
      en: `Say which of these ${isIn ? 'refunds' : 'payments'} of the order the line is: ${all.join(', ')}`,
    })
  }
  const own = known.find(({ orderId }) => begins(orderId, name))
  if (own !== undefined) {
    throw new Failure('usage', {
      pt: `O serviço ainda não disse que o pedido ${own.orderId} foi ${isIn ? 'estornado' : 'pago'}; leia-o, e diga a linha depois disso: frota orders refresh ${own.orderId}`,
      en: `The service has not said yet that the order ${own.orderId} was ${isIn ? 'refunded' : 'paid'}; read it, and say the line after that: frota orders refresh ${own.orderId}`,
    })
  }
  throw new Failure('usage', {
    pt: `O pedido ${named} não tem ${isIn ? 'estorno' : 'pagamento'} nesta frota; veja: frota orders. Se é de outra, leia o extrato nela e diga lá (--fleet).`,
    en: `The order ${named} has no ${isIn ? 'refund' : 'payment'} in this fleet; see: frota orders. If it is of another, read the statement and say so there (--fleet).`,
  })
}

function begins(whole: string, given: string): boolean {
  return given.length >= CHARACTERS_MIN && whole.startsWith(given.toLowerCase())
}

const INCOMPLETE = {
  pt: 'Diga a linha e os pedidos, ou --none: frota bank say LINHA PEDIDO --reason MOTIVO',
  en: 'Name the line and the orders, or --none: frota bank say LINE ORDER --reason REASON',
}
