/** The end of the credential's hour: counted requests until one is refused as too many. */
import type { Counted, Tally } from '../budget.ts'
import { succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import { COUNTED_MAX } from '../limits.ts'
import type { Scene, Session } from '../session.ts'
import { consultationsOf } from './consultations.ts'
import { attemptOf, choice, ORDERS, place } from './orders.ts'
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

/** A vehicle of its own for each, because a service may refuse a second one while one is pending. */
export const consultationsSpent: Scene<Spent> = async (session) => {
  const spent = await spend(session, 'consultations', async () => {
    const vehicle = await plainVehicle(session)
    if (!vehicle.ok) return undefined
    const path = consultationsOf(vehicle.value)
    return await session.send({ method: 'POST', path, costs: 'consultations' })
  })
  return spent === undefined ? nothingSent : staged(spent)
}

export interface OrdersSpent extends Spent {
  /** POST pix on the first of them that came without a code. */
  readonly renewed: Exchange | undefined
}

/** Real orders, which count for certain; what was refused before may count or not. */
export const ordersSpent: Scene<OrdersSpent> = async (session) => {
  const chosen = await session.stage(choice)
  if (!chosen.ok) return chosen
  const { first } = chosen.value
  let renewed: Exchange | undefined
  const spent = await spend(session, 'orders', async () => {
    const placed = await place(session, first, 'pix')
    const id = textAt(placed.json, 'id')
    const isBare = succeeded(placed) && attemptOf(placed.json)['pix_copy_paste'] === ''
    if (renewed === undefined && isBare && id !== undefined) {
      // At once, before the code appears by itself.
      renewed = await session.send({ method: 'POST', path: `${ORDERS}/${id}/pix` })
    }
    return placed
  })
  return spent === undefined ? nothingSent : staged({ ...spent, renewed })
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
