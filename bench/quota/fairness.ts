/** Whether each account gets its share of the slots, and when. Pure. */
import { HOUR_MS } from './server-windows.ts'
import type { AccountTask, Outcome } from './world.ts'

/** Of all credentials and vehicles; the last two share theirs, and one waits with twice as many. */
const SHARES = [
  { name: 'A', credentials: 0.4, vehicles: 0.4 },
  { name: 'B', credentials: 0.2, vehicles: 0.2 },
  { name: 'C', credentials: 0.1, vehicles: 0.1 },
  { name: 'D, shares', credentials: 0.3, vehicles: 0.2 },
  { name: 'E, shares', credentials: 0, vehicles: 0.1 },
] as const

export function fiveAccounts(credentials: number, vehicles: number): AccountTask[] {
  let given = 0
  let servers: number[] = []
  return SHARES.map(({ name, credentials: share, vehicles: part }) => {
    const count = Math.round(share * credentials)
    if (count > 0) servers = Array.from({ length: count }, (_, place) => given + place)
    given += count
    return { name, vehicles: Math.round(part * vehicles), servers }
  })
}

export interface Fairness {
  readonly name: string
  readonly credentials: number
  readonly vehicles: number
  /** Of what left while everybody waited: what it got, and what it should have got. */
  readonly share: number
  readonly fairShare: number
  /** Of the first, the median and the last vehicle, in hours. */
  readonly hours: readonly number[]
  readonly fairHours: readonly number[]
}

export function fairnessOf(
  tasks: readonly AccountTask[],
  { accounts = [] }: Outcome,
  max: number,
): Fairness[] {
  const fair = fairHours(tasks, max)
  const untilMs = Math.min(...accounts.map((sent) => sent.at(-1) ?? 0))
  const left = accounts.map((sent) => sent.filter((atMs) => atMs < untilMs).length)
  const all = left.reduce((sum, count) => sum + count, 0)
  return tasks.map((task, at) => {
    const hours = (accounts[at] ?? []).map((ms) => ms / HOUR_MS)
    const slots = tasks.map((each) => each.servers.length / sharers(tasks, each))
    const allSlots = slots.reduce((sum, count) => sum + count, 0)
    return {
      name: task.name,
      credentials: task.servers.length,
      vehicles: task.vehicles,
      share: (left[at] ?? 0) / all,
      fairShare: (slots[at] ?? 0) / allSlots,
      hours: firstMedianLast(hours),
      fairHours: firstMedianLast(fair[at] ?? []),
    }
  })
}

/** Each full hour the accounts that still wait take turns at the slots of their credentials. */
function fairHours(tasks: readonly AccountTask[], max: number): number[][] {
  const hours = tasks.map((): number[] => [])
  const isWaiting = (at: number): boolean => (hours[at]?.length ?? 0) < (tasks[at]?.vehicles ?? 0)
  for (let hour = 0; tasks.some((_, at) => isWaiting(at)); hour += 1) {
    const first = new Map<number | undefined, number[]>()
    tasks.forEach(({ servers }, at) => {
      first.set(servers[0], [...(first.get(servers[0]) ?? []), at])
    })
    for (const together of first.values()) {
      let slots = max * (tasks[together[0] ?? 0]?.servers.length ?? 0)
      while (slots > 0 && together.some(isWaiting)) {
        for (const at of together.filter(isWaiting).slice(0, slots)) {
          hours[at]?.push(hour)
          slots -= 1
        }
      }
    }
  }
  return hours
}

function sharers(tasks: readonly AccountTask[], { servers }: AccountTask): number {
  return tasks.filter((other) => other.servers[0] === servers[0]).length
}

function firstMedianLast(hours: readonly number[]): number[] {
  const middle = hours[Math.floor((hours.length - 1) / 2)] ?? 0
  return [hours[0] ?? 0, middle, hours.at(-1) ?? 0]
}
