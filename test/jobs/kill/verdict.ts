/**
 * Whether anything was done twice or lost, by the service's own tables, the proxy's memory and the
 * ledger, as sentences about what did not hold. Empty when all of it held.
 */
import { brokenLedger } from './ledger-verdict.ts'
import { PER_HOUR, WINDOW_MS, type KillWorld } from './kill-world.ts'
import type { Seen } from '../../support/fault-proxy/fate.ts'
import type { World } from '../../support/run-frota.ts'

const CONSULTATION = /\/vehicles\/([0-9a-f-]{36})\/consultations$/
const ORDERS = /\/orders$/

export async function verdict(world: KillWorld): Promise<string[]> {
  await world.proxy.settled()
  const { seen } = world.proxy
  return [
    ...(await brokenService(world, twinsOf(seen))),
    ...(await brokenLedger(world, twinsOf(seen))),
    ...brokenWindows(seen),
    ...seen.flatMap(({ ordinal, answers }) =>
      answers.some(({ status }) => status === 429) ? [`request ${ordinal} met a real 429`] : [],
    ),
  ]
}

/** What the proxy made beside the runner: the second creations of its duplicates. */
export interface Twins {
  /** Ids at the service that the runner may not know. */
  readonly extra: ReadonlySet<string>
  /** Both ids of each pair. */
  readonly pairs: readonly (readonly string[])[]
}

function twinsOf(seen: readonly Seen[]): Twins {
  const pairs = seen
    .filter(({ fault }) => fault === 'duplicate')
    .map(({ answers }) => answers.flatMap(({ id, status }) => (status === 201 && id ? [id] : [])))
    .filter((ids) => ids.length > 1)
  return { pairs, extra: new Set(pairs.flat()) }
}

async function brokenService(world: KillWorld, twins: Twins): Promise<string[]> {
  const broken: string[] = []
  const { theirs, ours } = await bothSides(world)
  if (new Set(theirs.vehicles).size !== theirs.vehicles.length) {
    broken.push('a Renavam is registered twice')
  }
  for (const kind of ['consultations', 'orders'] as const) {
    const known = new Set(ours[kind])
    const there = new Set(theirs[kind])
    for (const id of there) {
      if (!known.has(id) && !twins.extra.has(id)) broken.push(`${kind}: ${id} is not in the ledger`)
    }
    for (const id of known) {
      if (!there.has(id)) broken.push(`${kind}: ${id} is only in the ledger`)
    }
  }
  return [...broken, ...(await sharedDebts(world.service, twins))]
}

async function bothSides({ service, runner }: KillWorld) {
  const side = (world: World, vehicle: string, schema: string) =>
    world.read(async (query) => {
      const ids = async (sql: string): Promise<string[]> =>
        (await query(sql)).map(({ id }) => String(id))
      return {
        vehicles: await ids(vehicle),
        consultations: await ids(`SELECT id FROM ${schema}.consultation`),
        orders: await ids(`SELECT id FROM ${schema}.payment_order`),
      }
    })
  return {
    theirs: await side(service, 'SELECT renavam AS id FROM service.vehicle', 'service'),
    ours: await side(runner, 'SELECT renavam AS id FROM frota.vehicle', 'frota'),
  }
}

/** Debts in two orders that both live; of a pair of twins one counts, since it is not our doing. */
async function sharedDebts(service: World, { pairs }: Twins): Promise<string[]> {
  const rows = await service.query(
    `SELECT debt.vehicle_id, debt.fingerprint, array_agg(DISTINCT held.id::text) AS orders
      FROM service.order_item item
      JOIN service.debt_item debt ON debt.id = item.debt_item_id
      JOIN service.payment_order held ON held.id = item.order_id
      WHERE held.status NOT IN ('expired', 'canceled', 'refunded')
      GROUP BY 1, 2 HAVING count(DISTINCT held.id) > 1`,
  )
  return rows.flatMap(({ vehicle_id: vehicle, orders }) => {
    const ids = orders as string[]
    const isPair = pairs.some((pair) => ids.length === 2 && ids.every((id) => pair.includes(id)))
    return isPair ? [] : [`a debt of vehicle ${String(vehicle)} is in orders ${ids.join(', ')}`]
  })
}

/** By when each request was here: before its answer, and after its slot was reserved. */
function brokenWindows(seen: readonly Seen[]): string[] {
  const most = (path: RegExp): number => {
    const at = seen
      .filter((one) => one.method === 'POST' && path.test(one.path))
      .map(({ atMs }) => atMs)
    return Math.max(
      0,
      ...at.map((end, n) => at.slice(0, n + 1).filter((ms) => ms > end - WINDOW_MS).length),
    )
  }
  const { consultations, orders } = PER_HOUR
  const broken: string[] = []
  if (most(CONSULTATION) > consultations) broken.push(`${most(CONSULTATION)} consultations an hour`)
  if (most(ORDERS) > orders) broken.push(`${most(ORDERS)} orders an hour`)
  return broken
}
