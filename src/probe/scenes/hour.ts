/** The end of the credential's hour: counted requests until one is refused as too many. */
import type { Counted, Tally } from '../budget.ts'
import { succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import { COUNTED_MAX } from '../limits.ts'
import type { Scene, Session } from '../session.ts'
import { consultationsOf, follow, isFree, itemsOf } from './consultations.ts'
import { asChosen, attemptOf, ORDERS, place } from './orders.ts'
import type { ChosenItem } from './orders.ts'
import { plainVehicle } from './vehicles.ts'

export interface Spent {
  readonly tally: Tally
  /** The 429, or the last answer when none came. */
  readonly last: Exchange
  /** When the last was answered (Clock.now). */
  readonly atMs: number
}

async function spend(
  session: Session,
  kind: Counted,
  request: () => Promise<Exchange | undefined>,
): Promise<Spent | undefined> {
  let last: Exchange | undefined
  while (session.budget.used(kind) < COUNTED_MAX[kind] && !session.stopped()) {
    last = await request()
    if (last === undefined || last.status === null || last.status === 429) break
  }
  if (last === undefined) return undefined
  return { tally: session.budget.tally(kind), last, atMs: session.clock.now() }
}

const nothingSent = lacking(
  'nenhuma requisição contada pôde ser enviada',
  'no counted request could be sent',
)

interface ConsultationsSpent extends Spent {
  /** Of consultations that were opened meanwhile. */
  readonly opened: readonly string[]
}

/** A vehicle of its own for each, because a service may refuse a second one while one is pending. */
export const consultationsSpent: Scene<ConsultationsSpent> = async (session) => {
  const opened: string[] = []
  const spent = await spend(session, 'consultations', async () => {
    const vehicle = await plainVehicle(session)
    if (!vehicle.ok) return undefined
    const path = consultationsOf(vehicle.value)
    const posted = await session.send({ method: 'POST', path, costs: 'consultations' })
    const id = succeeded(posted) ? textAt(posted.json, 'id') : undefined
    if (id !== undefined) opened.push(id)
    return posted
  })
  return spent === undefined ? nothingSent : staged({ ...spent, opened })
}

/** A debt that no order of the probe has paid yet. */
const untouched: Scene<ChosenItem> = async (session) => {
  const fresh = await session.stage(consultationsSpent)
  if (!fresh.ok) return fresh
  for (const id of fresh.value.opened) {
    const [item] = itemsOf(await follow(session, id))
      .filter(isFree)
      .flatMap(asChosen)
    if (item !== undefined) return staged(item)
  }
  return lacking('nenhum débito ficou por pagar', 'no debt was left to pay')
}

interface OrdersSpent extends Spent {
  readonly items: readonly ChosenItem[]
  /** POST pix on the first of them that came without a code. */
  readonly renewed: Exchange | undefined
}

/** Real orders, which count for certain; what was refused before may count or not. */
export const ordersSpent: Scene<OrdersSpent> = async (session) => {
  const item = await session.stage(untouched)
  if (!item.ok) return item
  const items = [item.value]
  let renewed: Exchange | undefined
  const spent = await spend(session, 'orders', async () => {
    const placed = await place(session, items, 'pix')
    const id = textAt(placed.json, 'id')
    const isBare = succeeded(placed) && attemptOf(placed.json)['pix_copy_paste'] === ''
    if (renewed === undefined && isBare && id !== undefined) {
      // At once, before the code appears by itself.
      renewed = await session.send({ method: 'POST', path: `${ORDERS}/${id}/pix` })
    }
    return placed
  })
  return spent === undefined ? nothingSent : staged({ ...spent, items, renewed })
}

const HOUR_MS = 3_600_000
const NEAR_MS = 30_000

/** Which kind of window a wait fits, by when the hour's first request left; several may fit. */
export function windowKinds({ tally, atMs }: Spent, max: number, waitMs: number): string {
  const { firstAtMs } = tally
  const near = (ms: number): boolean => Math.abs(waitMs - ms) <= NEAR_MS
  const kinds = [
    ['rolling', firstAtMs !== null && near(firstAtMs + HOUR_MS - atMs)],
    ['fixed', near(HOUR_MS - (atMs % HOUR_MS))],
    ['bucket', waitMs <= HOUR_MS / max + NEAR_MS / 10],
  ] as const
  return kinds.flatMap(([kind, fits]) => (fits ? [kind] : [])).join(' | ') || 'none of these'
}
