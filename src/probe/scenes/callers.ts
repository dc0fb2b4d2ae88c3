/** Who calls and for whom: the few requests of a probe with a wrong key or account. */
import type { Exchange, ProbeRequest } from '../exchange.ts'
import { staged } from '../finding.ts'
import { NICKNAME } from '../invent.ts'
import type { Scene, Session } from '../session.ts'
import { asking, askingOf } from './asking.ts'
import { firstFinished } from './consultations.ts'
import { choice, ORDERS, pixOrder } from './orders.ts'
import { draft } from './vehicle-changes.ts'
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

type Guarded = Pick<ProbeRequest, 'method' | 'path' | 'body'>

/** Of objects that exist, so that nothing but the caller speaks against a request. */
const requests: Readonly<Record<string, Scene<Guarded>>> = {
  'vehicles.list': reading(VEHICLES),
  'vehicles.summary': reading(`${VEHICLES}/summary`),
  'vehicles.read': about(car, (id) => `${VEHICLES}/${id}`),
  'consultations.history': about(car, (id) => `${VEHICLES}/${id}/consultations`),
  'consultations.latest': about(car, (id) => `${VEHICLES}/${id}/consultations/latest`),
  'consultations.read': about(firstFinished, (id) => `/api/v1/consultations/${id}`),
  'orders.list': reading(ORDERS),
  'orders.summary': reading(`${ORDERS}/summary`),
  'orders.read': about(pixOrder, (id) => `${ORDERS}/${id}`),
  'vehicles.create': async () => staged({ method: 'POST', path: VEHICLES, body: {} }),
  'vehicles.patch': about(draft, (id) => `${VEHICLES}/${id}`, 'PATCH', { nickname: NICKNAME }),
  'vehicles.delete': about(draft, (id) => `${VEHICLES}/${id}`, 'DELETE'),
  preview: async (session) => {
    const chosen = await session.stage(choice)
    if (!chosen.ok) return chosen
    const body = { debt_item_ids: chosen.value.first.map(({ id }) => id) }
    return staged({ method: 'POST', path: '/api/v1/checkout/preview', body })
  },
}

function reading(path: string): Scene<Guarded> {
  return async () => staged({ method: 'GET', path })
}

function about(
  scene: Scene<{ readonly id: string }>,
  pathOf: (id: string) => string,
  method: Guarded['method'] = 'GET',
  body?: object,
): Scene<Guarded> {
  return async (session) => {
    const found = await session.stage(scene)
    if (!found.ok) return found
    const rest = body === undefined ? {} : { body }
    return staged({ method, path: pathOf(found.value.id), ...rest })
  }
}

interface GuardedRequest {
  readonly name: string
  readonly withoutKey: Scene<Exchange>
  readonly withoutAccount: Scene<Exchange>
}

/** What needs a key and an account, but for the requests that use the credential's hour. */
export const guarded: readonly GuardedRequest[] = Object.entries(requests).map(
  ([name, request]) => ({
    name,
    withoutKey: askingOf(request, (sent) => ({ ...sent, headers: { 'x-api-key': null } })),
    withoutAccount: askingOf(request, (sent) => ({ ...sent, headers: { 'x-account-id': null } })),
  }),
)

const listFor = (account: string): Scene<Exchange> =>
  asking(() => ({ method: 'GET', path: VEHICLES, headers: { 'x-account-id': account } }))

export const accountUnknown = listFor(NO_ID)
export const accountMalformed = listFor('frota')

interface Stranger {
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
