/** A vehicle at the service, found by its identity: the RENAVAM, never the plate. */
import type { Client } from '../../client/client.ts'
import type { Vehicle } from '../../contract/vehicle.ts'

/** Reads every page, since `q` also finds fragments of plates and nicknames. Throws a Failure. */
export async function findRegistered(
  client: Pick<Client, 'pages'>,
  renavam: string,
): Promise<Vehicle | undefined> {
  const found: Vehicle[] = []
  for await (const page of client.pages('listVehicles', { query: { q: renavam } })) {
    found.push(...page.filter((vehicle) => vehicle.renavam === renavam))
  }
  return oldestOf(found)
}

/** Pure. When several are registered, somebody else made some of them: the first stays in use. */
function oldestOf(vehicles: readonly Vehicle[]): Vehicle | undefined {
  const [first, ...others] = vehicles
  return others.reduce((oldest, next) => (isOlder(next, oldest) ? next : oldest), first)
}

function isOlder(one: Vehicle | undefined, other: Vehicle | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const byTime = Date.parse(one.created_at) - Date.parse(other.created_at)
  return byTime === 0 ? one.id < other.id : byTime < 0
}
