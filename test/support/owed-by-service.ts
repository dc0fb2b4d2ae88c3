/**
 * What a fleet owes by the service alone: the newest answer of each vehicle, less what an order has
 * paid, with one way of paying each year's IPVA. It shares no code with src.
 */
import { centsOf } from './recompute-months.ts'

type Call = (path: string) => Promise<unknown>

interface Item {
  readonly id: string
  readonly kind: string
  readonly amount: string
  readonly due_date?: string | null
  readonly year: number | null
}

interface Listed<T> {
  readonly results: readonly T[]
  readonly next: string | null
}

interface ServiceOrder {
  readonly id: string
  readonly status: string
}

/** Cents by plate. `plates`: the fleet; `today`: YYYY-MM-DD. */
export async function owedByService(
  call: Call,
  plates: readonly string[],
  today: string,
): Promise<Map<string, bigint>> {
  const paid = await paidItems(call)
  const vehicles = await all<{ id: string; plate: string }>(call, '/vehicles')
  const owed = new Map<string, bigint>()
  for (const { id, plate } of vehicles.filter((one) => plates.includes(one.plate))) {
    const items = await newestItems(call, id)
    owed.set(plate, sumOf(items, paid, today))
  }
  return owed
}

async function all<T>(call: Call, path: string): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page += 1) {
    const { results, next } = (await call(`${path}?page_size=100&page=${page}`)) as Listed<T>
    found.push(...results)
    if (next === null) return found
  }
}

async function newestItems(call: Call, vehicleId: string): Promise<readonly Item[]> {
  const asked = await all<{ id: string; status: string; created_at: string }>(
    call,
    `/vehicles/${vehicleId}/consultations`,
  )
  const [newest] = asked
    .filter(({ status }) => status === 'ready')
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  if (newest === undefined) return []
  const { items } = (await call(`/consultations/${newest.id}`)) as { items: readonly Item[] }
  return items
}

/** The answer's own ids of the debts whose payment the authority has settled. */
async function paidItems(call: Call): Promise<Set<string>> {
  const paid = new Set<string>()
  for (const { id, status } of await all<ServiceOrder>(call, '/orders')) {
    if (status !== 'settled') continue
    const order = (await call(`/orders/${id}`)) as {
      items: readonly { debt_item_id: string; settlement_status: string }[]
    }
    for (const { debt_item_id: item, settlement_status: how } of order.items) {
      if (how === 'settled') paid.add(item)
    }
  }
  return paid
}

function sumOf(items: readonly Item[], paid: Set<string>, today: string): bigint {
  const left = items.filter(({ id }) => !paid.has(id))
  const counts = left.filter((item) => {
    const ofYear = left.filter(({ year }) => year === item.year)
    const single = ofYear.find(({ kind }) => kind === 'ipva_unique')
    const hasParts = ofYear.some(({ kind }) => kind === 'ipva_installment')
    if (single === undefined || !hasParts) return true
    const isSingle = (single.due_date ?? '9999') >= today
    if (item.kind === 'ipva_unique') return isSingle
    return item.kind !== 'ipva_installment' || !isSingle
  })
  return counts.reduce((sum, { amount }) => sum + centsOf(amount), 0n)
}
