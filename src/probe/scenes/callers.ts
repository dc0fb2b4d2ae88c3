/** Who calls and for whom: the few requests of a probe with a wrong key or account. */
import type { Exchange, ProbeRequest } from '../exchange.ts'
import { staged } from '../finding.ts'
import type { Scene, Session } from '../session.ts'
import { asking, askingOf } from './asking.ts'
import { firstFinished } from './consultations.ts'
import { ORDERS, pixOrder } from './orders.ts'
import { noOtherAccount } from './order-refusals.ts'
import { car, VEHICLES } from './vehicles.ts'

const COVERAGE = '/api/v1/coverage'
const NO_ID = '00000000-0000-4000-8000-000000000000'
/** Has the prefix and the length of a key, and is none. */
const NO_KEY = `svc_live_${'0'.repeat(50)}`

type Headers = NonNullable<ProbeRequest['headers']>

function coverageWith(headers: (session: Session) => Headers): Scene<Exchange> {
  return asking((session) => ({ method: 'GET', path: COVERAGE, headers: headers(session) }))
}

export const keyMissing = coverageWith(() => ({ 'x-api-key': null }))
export const keyMalformed = coverageWith(() => ({ 'x-api-key': 'frota' }))
export const keyUnknown = coverageWith(() => ({ 'x-api-key': NO_KEY }))
export const bearerMissing = coverageWith(() => ({ 'x-api-key': null, authorization: 'Bearer ' }))
export const keyInHeader = coverageWith(() => ({}))
export const keyInBearer = coverageWith(({ apiKey }) => ({
  'x-api-key': null,
  authorization: `Bearer ${apiKey()}`,
}))
export const keyTwice = coverageWith(({ apiKey }) => ({ authorization: `Bearer ${apiKey()}` }))
export const keysDiffering = coverageWith(() => ({ authorization: `Bearer ${NO_KEY}` }))
export const noAccountCoverage = coverageWith(() => ({ 'x-account-id': null }))

/** The ids of objects that exist, so that nothing but the caller speaks against a request. */
const paths: Readonly<Record<string, Scene<string>>> = {
  '/api/v1/vehicles': async () => staged(VEHICLES),
  '/api/v1/vehicles/summary': async () => staged(`${VEHICLES}/summary`),
  '/api/v1/vehicles/{vehicle_id}': ofCar(''),
  '/api/v1/vehicles/{vehicle_id}/consultations': ofCar('/consultations'),
  '/api/v1/vehicles/{vehicle_id}/consultations/latest': ofCar('/consultations/latest'),
  '/api/v1/consultations/{consultation_id}': async (session) => {
    const asked = await session.stage(firstFinished)
    return asked.ok ? staged(`/api/v1/consultations/${asked.value.id}`) : asked
  },
  '/api/v1/orders': async () => staged(ORDERS),
  '/api/v1/orders/summary': async () => staged(`${ORDERS}/summary`),
  '/api/v1/orders/{order_id}': async (session) => {
    const order = await session.stage(pixOrder)
    return order.ok ? staged(`${ORDERS}/${order.value.id}`) : order
  },
}

function ofCar(rest: string): Scene<string> {
  return async (session) => {
    const vehicle = await session.stage(car)
    return vehicle.ok ? staged(`${VEHICLES}/${vehicle.value.id}${rest}`) : vehicle
  }
}

export interface GuardedRead {
  /** As the interface writes it. */
  readonly route: string
  readonly withoutKey: Scene<Exchange>
  readonly withoutAccount: Scene<Exchange>
}

/** Every read that needs a key and an account. */
export const guardedReads: readonly GuardedRead[] = Object.entries(paths).map(([route, path]) => ({
  route,
  withoutKey: askingOf(path, (at) => ({ method: 'GET', path: at, headers: { 'x-api-key': null } })),
  withoutAccount: askingOf(path, (at) => ({
    method: 'GET',
    path: at,
    headers: { 'x-account-id': null },
  })),
}))

export const registrationWithoutAccount = asking(() => ({
  method: 'POST',
  path: VEHICLES,
  headers: { 'x-account-id': null },
  body: {},
}))

const listFor = (account: string): Scene<Exchange> =>
  asking(() => ({ method: 'GET', path: VEHICLES, headers: { 'x-account-id': account } }))

export const accountUnknown = listFor(NO_ID)
export const accountMalformed = listFor('frota')

export interface Stranger {
  /** The car, read for another account of the brand. */
  readonly byId: Exchange
  readonly nobody: Exchange
  readonly list: Exchange
  readonly carId: string
}

export const stranger: Scene<Stranger> = async (session) => {
  const vehicle = await session.stage(car)
  if (!vehicle.ok) return vehicle
  const { otherAccountId } = session
  if (otherAccountId === undefined) return noOtherAccount
  const headers = { 'x-account-id': otherAccountId }
  const read = (path: string) => session.send({ method: 'GET', path, headers })
  const { id, renavam } = vehicle.value
  const byId = await read(`${VEHICLES}/${id}`)
  const nobody = await read(`${VEHICLES}/${NO_ID}`)
  const list = await read(`${VEHICLES}?q=${renavam}`)
  return staged({ byId, nobody, list, carId: id })
}
