/** `frota bank say LINE [ORDER...]`: a person's word about one line of the bank. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { matchBank } from '../../app/books/match-bank.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { BankFacts } from '../../ledger/books/bank-lines.ts'
import type { CommandContext } from '../context.ts'
import { matchObject, tellMatch } from './bank-words.ts'
import { reasonGiven, signer } from './signing.ts'

/** So many characters of a line's key tell it from the others. */
const KEY_CHARACTERS_MIN = 6

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, output, words } = context
  const [given = '', ...orders] = words
  const isNone = flags['none'] === true
  if (given.length < KEY_CHARACTERS_MIN || isNone === orders.length > 0)
    throw new Failure('usage', INCOMPLETE)
  const person = signer(context)
  const reason = veilDocuments(reasonGiven(context))
  await withFleet(context, async (ledger, fleet) => {
    const facts = await ledger.bank.facts(fleet.id)
    const line = lineNamed(facts, given)
    const movements = orders.map((order) => movementNamed(facts, order, line.cents > 0n))
    const name = isNone ? 'only-bank' : 'matched'
    const word = { class: name, how: 'person', lines: [line.identity], movements, person, reason }
    await ledger.bank.say(fleet.id, { ...word, how: 'person' }, new Date(wallClock.now()))
    const match = await matchBank(ledger, fleet, config.FROTA_TIME_ZONE)
    tellMatch(context, match)
    output.object({ line: line.identity, orders, person, ...matchObject(match) })
  })
}

function lineNamed({ lines }: BankFacts, given: string): BankFacts['lines'][number] {
  const found = lines.filter(({ identity }) => identity.startsWith(given.toLowerCase()))
  const [line] = found
  if (line !== undefined && found.length === 1) return line
  throw new Failure('usage', {
    pt: `"${given.slice(0, 40)}" não é uma linha do extrato desta frota; veja: frota bank`,
    en: `"${given.slice(0, 40)}" is no line of this fleet's statements; see: frota bank`,
  })
}

/** Money that came in is a refund, money that left a payment. */
function movementNamed({ money }: BankFacts, order: string, isIn: boolean): bigint {
  const found = money.findLast(
    ({ orderId, event }) => orderId === order.toLowerCase() && (event !== 'paid') === isIn,
  )
  if (found !== undefined) return found.seq
  throw new Failure('usage', {
    pt: `O pedido ${order.slice(0, 40)} não tem ${isIn ? 'estorno' : 'pagamento'} nesta frota; veja: frota orders`,
    en: `The order ${order.slice(0, 40)} has no ${isIn ? 'refund' : 'payment'} in this fleet; see: frota orders`,
  })
}

const INCOMPLETE = {
  pt: 'Diga a linha e os pedidos, ou --none: frota bank say LINHA PEDIDO --reason MOTIVO',
  en: 'Name the line and the orders, or --none: frota bank say LINE ORDER --reason REASON',
}
