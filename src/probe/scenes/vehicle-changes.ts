/** What a probe tries on vehicles: bodies with one thing wrong, changes of one field, twins. */
import type { Exchange } from '../exchange.ts'
import { fieldsOf, succeeded } from '../exchange.ts'
import { staged } from '../finding.ts'
import { inventCnpj, inventCpf, inventPlate, inventRenavam, NICKNAME } from '../invent.ts'
import type { Scene, Session } from '../session.ts'
import { consultationsOf } from './consultations.ts'
import { car, deleted, plainVehicle, register, VEHICLES } from './vehicles.ts'
import type { Registered, VehicleBody } from './vehicles.ts'

export type WriteField = keyof VehicleBody

/** Well-formed but for what is changed; null leaves a field out. */
export function registering(change: Partial<Record<WriteField, string | null>>): Scene<Exchange> {
  return async (session) => {
    const body = Object.entries({ ...freshBody(session), ...change })
    const asked = Object.fromEntries(body.filter(([, value]) => value !== null))
    // What the service takes in spite of it is remembered by `register`, and cleaned up.
    const renavam = typeof asked['renavam'] === 'string' ? asked['renavam'] : ''
    const exchange = await register(session, { ...freshBody(session), ...asked, renavam }, asked)
    return exchange.unsent === undefined ? staged(exchange) : { ok: false, why: exchange.unsent }
  }
}

function freshBody({ random }: Session): VehicleBody {
  return {
    plate: inventPlate(random, 'mercosul'),
    renavam: inventRenavam(random, 0),
    uf: 'SP',
    owner_document: inventCpf(random),
    nickname: NICKNAME,
  }
}

interface Patched {
  readonly before: Exchange
  readonly change: Exchange
  readonly after: Exchange
  readonly sent: string
  /** As it is to come back; undefined for what never does. */
  readonly wanted: string | undefined
}

/** A vehicle that is changed field by field. */
export const draft: Scene<Registered> = (session) => plainVehicle(session)

function patching(
  field: WriteField,
  draw: (session: Session) => { sent: string; wanted?: string },
): Scene<Patched> {
  return async (session) => {
    const vehicle = await session.stage(draft)
    if (!vehicle.ok) return vehicle
    const path = `${VEHICLES}/${vehicle.value.id}`
    const { sent, wanted } = draw(session)
    const before = await session.send({ method: 'GET', path })
    const change = await session.send({ method: 'PATCH', path, body: { [field]: sent } })
    const after = await session.send({ method: 'GET', path })
    return staged({ before, change, after, sent, wanted })
  }
}

export const patched: Readonly<Record<WriteField, Scene<Patched>>> = {
  plate: patching('plate', ({ random }) => {
    const wanted = inventPlate(random, 'old')
    return { sent: `${wanted.slice(0, 3)}-${wanted.slice(3)}`.toLowerCase(), wanted }
  }),
  renavam: patching('renavam', ({ random }) => {
    const wanted = inventRenavam(random, 1)
    return { sent: wanted.slice(1), wanted }
  }),
  uf: patching('uf', () => ({ sent: 'MG', wanted: 'MG' })),
  owner_document: patching('owner_document', ({ random }) => ({ sent: inventCnpj(random) })),
  nickname: patching('nickname', () => ({ sent: `${NICKNAME} 3`, wanted: `${NICKNAME} 3` })),
}

export function patchingOf(body: object): Scene<Exchange> {
  return async (session) => {
    const vehicle = await session.stage(draft)
    if (!vehicle.ok) return vehicle
    const path = `${VEHICLES}/${vehicle.value.id}`
    const exchange = await session.send({ method: 'PATCH', path, body })
    return exchange.unsent === undefined ? staged(exchange) : { ok: false, why: exchange.unsent }
  }
}

/** The Renavam of an active vehicle, once more. */
export const twinOfActive: Scene<Exchange> = async (session) => {
  const first = await session.stage(car)
  if (!first.ok) return first
  const { renavam, id } = first.value
  const exchange = await register(session, { ...freshBody(session), renavam })
  const how = `POST vehicles: ${exchange.status}`
  session.learned.note('register_active_again', registeredAgain(exchange, id), how)
  return staged(exchange)
}

/** The Renavam of a deactivated vehicle, once more. */
export const twinOfInactive: Scene<Exchange> = async (session) => {
  const first = await session.stage(deleted)
  if (!first.ok) return first
  const { renavam, id } = first.value
  const exchange = await register(session, { ...freshBody(session), renavam })
  const how = `POST vehicles: ${exchange.status}`
  session.learned.note('register_inactive_again', registeredAgain(exchange, id), how)
  return staged(exchange)
}

function registeredAgain(exchange: Exchange, id: string): string {
  if (!succeeded(exchange)) return `refused: ${exchange.status}`
  return fieldsOf(exchange.json)['id'] === id ? 'the same id' : 'a new id'
}

export const consultedInactive: Scene<Exchange> = async (session) => {
  const vehicle = await session.stage(deleted)
  if (!vehicle.ok) return vehicle
  const path = consultationsOf(vehicle.value)
  const exchange = await session.send({ method: 'POST', path, costs: 'consultations' })
  if (exchange.unsent !== undefined) return { ok: false, why: exchange.unsent }
  if (exchange.status !== null) {
    session.learned.note('consult_inactive_status', exchange.status, 'POST consultations')
  }
  return staged(exchange)
}
