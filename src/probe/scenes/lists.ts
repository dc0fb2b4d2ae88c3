/** The lists of a probe: read when they have caught up with what was registered. */
import { fieldsOf, hasId, listAt, rowsOf, succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import { LIST_LAG_MS_MAX, waitsWithin } from '../limits.ts'
import type { Scene, Session } from '../session.ts'
import { askingOf } from './asking.ts'
import { car, truck, VEHICLES } from './vehicles.ts'
import type { Registered } from './vehicles.ts'

interface Listed {
  readonly car: Registered
  readonly truck: Registered
}

/** Both vehicles, once the list holds them; how long it took is a lesson. */
export const listed: Scene<Listed> = async (session) => {
  const [first, second] = [await session.stage(car), await session.stage(truck)]
  if (!first.ok) return first
  if (!second.ok) return second
  const startedMs = session.clock.uptime()
  const ids = [first.value.id, second.value.id]
  const path = `${VEHICLES}?page_size=100`
  let list = await session.send({ method: 'GET', path })
  for (const waitMs of waitsWithin(LIST_LAG_MS_MAX)) {
    if (ids.every((id) => hasId(rowsOf(list.json), id)) || session.stopped()) break
    await session.pause(waitMs)
    list = await session.send({ method: 'GET', path })
  }
  if (!ids.every((id) => hasId(rowsOf(list.json), id))) {
    return lacking('a lista não mostra os veículos novos', 'the list lacks the new vehicles')
  }
  const lagMs = Math.round(session.clock.uptime() - startedMs)
  session.learned.note('list_lag_ms', lagMs, 'GET vehicles after POST vehicles')
  return staged({ car: first.value, truck: second.value })
}

/** A page of vehicles, asked for when the list has caught up. */
export function listing(query: (vehicles: Listed) => string): Scene<Exchange> {
  return askingOf(listed, (vehicles) => ({
    method: 'GET',
    path: `${VEHICLES}${query(vehicles)}`,
  }))
}

interface TwoPages {
  readonly first: Exchange
  /** What `next` of the first leads to; undefined when it leads nowhere here. */
  readonly second: Exchange | undefined
}

/** One row to a page, of at least two. */
export const twoPages: Scene<TwoPages> = async (session) => {
  const ready = await session.stage(listed)
  if (!ready.ok) return ready
  const first = await session.send({ method: 'GET', path: `${VEHICLES}?page=1&page_size=1` })
  if (first.unsent !== undefined) return { ok: false, why: first.unsent }
  const path = pathOf(textAt(first.json, 'next'), session.origin)
  const second = path === undefined ? undefined : await session.send({ method: 'GET', path })
  return staged({ first, second })
}

/** A neighbour on another origin is not followed: the key would go there. */
function pathOf(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === new URL(origin).origin ? `${url.pathname}${url.search}` : undefined
}

/** The page that a service gives to who asks for no size. */
export const plainPage: Scene<Exchange> = async (session) => {
  const ready = await session.stage(listed)
  if (!ready.ok) return ready
  const exchange = await session.send({ method: 'GET', path: VEHICLES })
  if (exchange.unsent !== undefined) return { ok: false, why: exchange.unsent }
  notePageSize(session, exchange)
  return staged(exchange)
}

/** Only a list that goes on tells how long its pages are. */
export function notePageSize({ learned }: Session, exchange: Exchange): void {
  const { count } = fieldsOf(exchange.json)
  const rows = listAt(exchange.json, 'results')?.length
  if (succeeded(exchange) && rows !== undefined && typeof count === 'number' && rows < count) {
    learned.note('page_size_default', rows, 'GET vehicles')
  }
}
