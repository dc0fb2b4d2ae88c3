/** `frota bank say LINE [ORDER...]`: a person's word about one line of the bank. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { BankFacts, OrderMoney, UnpaidOrder } from '../../ledger/books/bank-lines.ts'
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
  const reason = veilDocuments(reasonGiven(context))
  await withFleet(context, async (ledger, fleet) => {
    const line = lineNamed(await ledger.bank.facts(fleet.id), given)
    const read = await readOrders(context, ledger, fleet)
    const facts = await ledger.bank.facts(fleet.id)
    const unpaid = await ledger.bank.unpaid(fleet.id)
    const known = [...facts.money, ...unpaid]
    const named = orders.map((order) => movementNamed(facts, known, order, line.cents > 0n))
    const movements = named.map(({ seq }) => String(seq))
    const name = isNone ? 'not-ours' : 'matched'
    const word = { class: name, how: 'person', lines: [line.identity], movements, person, reason }
    await ledger.bank.say(fleet.id, { ...word, how: 'person' }, new Date(wallClock.now()))
    const ids = named.map(({ orderId }) => orderId)
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

/** Money that came in is a refund, money that left a payment. */
function movementNamed(
  { money }: BankFacts,
  known: readonly UnpaidOrder[],
  order: string,
  isIn: boolean,
): OrderMoney {
  const found = money.filter(
    ({ orderId, event }) => begins(orderId, order) && (event !== 'paid') === isIn,
  )
  const newest = found.at(-1)
  const named = order.slice(0, 40)
  if (order.length < CHARACTERS_MIN) {
    throw new Failure('usage', {
      pt: `"${named}" não diz um pedido (ao menos ${CHARACTERS_MIN} caracteres): frota orders`,
      en: `"${named}" names no order (at least ${CHARACTERS_MIN} characters): frota orders`,
    })
  }
  if (newest !== undefined && found.every(({ orderId }) => orderId === newest.orderId)) {
    return newest
  }
  if (newest !== undefined) {
    throw new Failure('usage', {
      pt: `"${named}" é o começo de mais de um pedido; escreva mais dele: frota orders`,
      en: `"${named}" begins more than one order; write more of it: frota orders`,
    })
  }
  const own = known.find(({ orderId }) => begins(orderId, order))
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
