/**
 * `frota orders refresh`: reads the orders that are not over at the service, and says what changed.
 * Those of a vehicle, or one by its id, are read when they are over, too: a refund may come later.
 */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { displayCents, formatCents } from '../../fleet/money.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { ORDERS_LISTED_MAX, type FollowedOrder } from '../../ledger/orders/orders.ts'
import type { OrderStanding } from '../../ledger/schema/tables-orders.ts'
import { uuid } from '../../option-parsers.ts'
import type { ChangedOrder } from '../../reconciliation/orders/following/read-orders-now.ts'
import type { CommandContext } from '../context.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { orderStatus } from '../words.ts'
import { READER_MS_MAX, readThese } from '../../app/orders/read-open-orders.ts'

const EXIT_STOPPED = 130
/** Paid orders are included, since they may be settled by now. */
const UNFINISHED: readonly OrderStanding[] = ['open', 'paid', 'unknown']

interface Progress {
  /** How many unfinished orders there were at the beginning. */
  readonly all: number
  readonly read: number
  readonly changed: readonly NamedChange[]
  /** Whether some were not read yet. */
  readonly left: boolean
  readonly problem: Failure | undefined
}

interface NamedChange extends ChangedOrder {
  readonly plate: string
}

/** Reads in several short turns, so that a starting night finds the data directory free. */
export async function run(context: CommandContext): Promise<void> {
  const { output, stop } = context
  const began = new Date(wallClock.now())
  let progress: Progress = { all: 0, read: 0, changed: [], left: true, problem: undefined }
  do progress = await readTurn(context, began, progress)
  while (progress.left && progress.problem === undefined && !stop.aborted)
  output.settle()
  const { all, read, changed, problem } = progress
  for (const change of changed) output.line(changeLine(context, change))
  output.line(endWords(context, progress))
  output.object({
    orders: all,
    read,
    changed: changed.map(({ id, plate, from, to }) => {
      const refunded = formatCents(to.refundedCents)
      return { order: id, plate, from: from.status, to: to.status, standing: to.standing, refunded }
    }),
    stopped: stop.aborted,
  })
  if (problem !== undefined) throw problem
  if (stop.aborted) context.exitWith(EXIT_STOPPED)
}

async function readTurn(context: CommandContext, began: Date, before: Progress): Promise<Progress> {
  const { output, stop, words } = context
  return withFleet(context, async (ledger, fleet) => {
    const orders = await chosenOrders(ledger, fleet, { word: words[0], readBefore: began })
    if (orders.length === 0 && before.read === 0 && words[0] !== undefined) throw noOrder(words[0])
    const all = before.read + orders.length
    const onRead = (read: number): void => {
      const line = `${before.read + read}/${all}`
      output.redraw([`${line} ${output.say('pedidos lidos', 'orders read')}`])
    }
    const signal = AbortSignal.any([stop, AbortSignal.timeout(READER_MS_MAX)])
    const now = await readThese(context, ledger, fleet, { orders, signal, onRead })
    const changed = [...before.changed, ...(await named(ledger, orders, now.changed))]
    const left = now.read < orders.length
    const isStuck = left && now.read === 0 && !stop.aborted
    const tooSlow = isStuck ? new Failure('service-unreachable', TOO_SLOW) : undefined
    return { all, read: before.read + now.read, changed, left, problem: now.problem ?? tooSlow }
  })
}

async function chosenOrders(
  { stores }: OpenLedger,
  fleet: Fleet,
  { word, readBefore }: { readonly word: string | undefined; readonly readBefore: Date },
): Promise<readonly FollowedOrder[]> {
  const at = new Date(wallClock.now())
  const which = { readBefore, at, standings: UNFINISHED, limit: ORDERS_LISTED_MAX }
  if (word === undefined) return stores.orders.unread(fleet.id, which)
  const id = uuid(word)
  if (id.ok) return stores.orders.unread(fleet.id, { ...which, of: { id: id.value } })
  const { vehicles } = await stores.vehicles.named(fleet.id, word)
  const vehicleIds = vehicles.map((vehicle) => vehicle.id)
  return stores.orders.unread(fleet.id, { ...which, of: { vehicleIds } })
}

async function named(
  { stores }: OpenLedger,
  orders: readonly FollowedOrder[],
  changed: readonly ChangedOrder[],
): Promise<NamedChange[]> {
  const vehicles = new Map(orders.map(({ id, vehicleId }) => [id, vehicleId]))
  const all: NamedChange[] = []
  for (const change of changed) {
    const vehicle = await stores.vehicles.byId(vehicles.get(change.id) ?? '')
    all.push({ ...change, plate: vehicle?.plate ?? '' })
  }
  return all
}

function changeLine({ output }: CommandContext, { id, plate, from, to }: NamedChange): string {
  const { locale } = output
  const back = displayCents(to.refundedCents, locale)
  const refunded =
    to.refundedCents === from.refundedCents
      ? ''
      : output.say(`  devolvidos ${back}`, `  ${back} refunded`)
  const statuses = `${orderStatus(from.status, locale)} → ${orderStatus(to.status, locale)}`
  return `${plate}  ${statuses}${refunded}  ${id}`
}

function endWords(
  { output: { say }, stop }: CommandContext,
  { all, read, changed: { length: changed } }: Progress,
): string {
  if (all === 0) return say('Nenhum pedido em andamento.', 'No order is under way.')
  const stopped = stop.aborted ? say('Parado: ', 'Stopped: ') : ''
  const what = say(
    `${read} de ${all} ${all === 1 ? 'pedido lido' : 'pedidos lidos'}`,
    `${read} of ${all} ${all === 1 ? 'order' : 'orders'} read`,
  )
  const news = say(`${changed} ${changed === 1 ? 'mudou' : 'mudaram'}`, `${changed} changed`)
  return `${stopped}${what}, ${news}`
}

function noOrder(word: string): Failure {
  const typed = word.slice(0, 40)
  return new Failure('usage', {
    pt: `Nenhum pedido é de "${typed}"; veja os pedidos: frota orders`,
    en: `No order is of "${typed}"; see the orders: frota orders`,
  })
}

const TOO_SLOW = {
  pt: `O serviço não respondeu a nenhuma leitura em ${READER_MS_MAX / 1_000} s. Tente mais tarde.`,
  en: `The service answered no read within ${READER_MS_MAX / 1_000} s. Try again later.`,
}
