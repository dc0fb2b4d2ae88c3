/** The vehicles of a probe: registered once, in the spellings that the interface speaks of. */
import { succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import type { Staged } from '../finding.ts'
import { inventCnpj, inventCpf, inventPlate, inventRenavam, NICKNAME } from '../invent.ts'
import type { Scene, Session } from '../session.ts'

export const VEHICLES = '/api/v1/vehicles'

export interface VehicleBody {
  readonly plate: string
  readonly renavam: string
  readonly uf: string
  readonly owner_document: string
  readonly nickname?: string
}

interface Registration {
  readonly asked: VehicleBody
  /** As the interface says that they come back. */
  readonly plate: string
  readonly renavam: string
  readonly exchange: Exchange
}

export interface Registered extends Registration {
  readonly id: string
}

/** Registers, and remembers what is to be deactivated again. */
export async function register(
  session: Session,
  asked: VehicleBody,
  /** What is sent instead, where it has something wrong. */
  body: object = asked,
): Promise<Exchange> {
  const exchange = await session.send({ method: 'POST', path: VEHICLES, body })
  const id = succeeded(exchange) ? textAt(exchange.json, 'id') : undefined
  if (id !== undefined) session.left.vehicles.add(id)
  else if (succeeded(exchange) || (exchange.status === null && exchange.unsent === undefined)) {
    session.left.doubtful.add(asked.renavam.padStart(11, '0'))
  }
  return exchange
}

function usable(registration: Registration): Staged<Registered> {
  const { exchange } = registration
  const id = succeeded(exchange) ? textAt(exchange.json, 'id') : undefined
  if (exchange.unsent !== undefined) return { ok: false, why: exchange.unsent }
  return id === undefined
    ? lacking('nenhum veículo foi registrado', 'no vehicle was registered')
    : staged({ ...registration, id })
}

/** Lower case with a hyphen, nine digits, a CPF. */
const carRegistration: Scene<Registration> = async (session) => {
  const { random } = session
  const plate = inventPlate(random, 'mercosul')
  const renavam = inventRenavam(random, 2)
  const asked = {
    plate: `${plate.slice(0, 3)}-${plate.slice(3)}`.toLowerCase(),
    renavam: renavam.slice(2),
    uf: 'SP',
    owner_document: inventCpf(random),
    nickname: NICKNAME,
  }
  return staged({ asked, plate, renavam, exchange: await register(session, asked) })
}

/** An old plate, ten digits, a CNPJ, no nickname. It is never consulted. */
const truckRegistration: Scene<Registration> = async (session) => {
  const { random } = session
  const plate = inventPlate(random, 'old')
  const renavam = inventRenavam(random, 1)
  const asked = {
    plate: `${plate.slice(0, 3)}-${plate.slice(3)}`,
    renavam: renavam.slice(1),
    uf: 'PR',
    owner_document: inventCnpj(random),
  }
  return staged({ asked, plate, renavam, exchange: await register(session, asked) })
}

/** Plain, with all eleven digits. */
export async function plainVehicle(session: Session, uf = 'SP'): Promise<Staged<Registered>> {
  const { random } = session
  const plate = inventPlate(random, 'mercosul')
  const renavam = inventRenavam(random, 0)
  const owner_document = inventCpf(random)
  const asked = { plate, renavam, uf, owner_document, nickname: NICKNAME }
  return usable({ asked, plate, renavam, exchange: await register(session, asked) })
}

export const car: Scene<Registered> = async (session) => {
  const registration = await session.stage(carRegistration)
  return registration.ok ? usable(registration.value) : registration
}

export const truck: Scene<Registered> = async (session) => {
  const registration = await session.stage(truckRegistration)
  return registration.ok ? usable(registration.value) : registration
}

/** What the car reads as by its id, before anybody consulted it. */
export const carById: Scene<Exchange> = async (session) => {
  const registered = await session.stage(car)
  if (!registered.ok) return registered
  return staged(await session.send({ method: 'GET', path: `${VEHICLES}/${registered.value.id}` }))
}

interface Deleted extends Registered {
  readonly deletion: Exchange
  readonly again: Exchange
  readonly byId: Exchange
}

/** Registered and deactivated, twice. */
export const deleted: Scene<Deleted> = async (session) => {
  const registered = await plainVehicle(session)
  if (!registered.ok) return registered
  const path = `${VEHICLES}/${registered.value.id}`
  const deletion = await session.send({ method: 'DELETE', path })
  const byId = await session.send({ method: 'GET', path })
  const again = await session.send({ method: 'DELETE', path })
  if (again.status !== null) {
    session.learned.note('delete_twice_status', again.status, 'DELETE vehicle, twice')
  }
  return staged({ ...registered.value, deletion, again, byId })
}
