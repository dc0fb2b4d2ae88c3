/** A service that the statements are asked of: sends within bounds, and cleans up. */
import { parseBase } from '../../../src/client/origin.ts'
import { parseDocument, stripDocument } from '../../../src/fleet/document.ts'
import { readModes, type ServiceModes } from '../../../src/contract/health.ts'
import type { Random } from '../../../src/random.ts'
import { type Answer, type Body, rowsOf } from './answer.ts'
import { NotJudged } from './statement.ts'

export interface Bounds {
  readonly vehicles: number
  readonly consultations: number
  readonly orders: number
  /** Orders and card payments of a wrong form, which few services count. */
  readonly malformed: number
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface TargetOptions {
  readonly url: string
  readonly apiKey: string
  readonly accountId: string
  /** Another account of the same brand. */
  readonly otherAccountId?: string | undefined
  /** A number that the service documents for tests, and charges: any other might be somebody's. */
  readonly card?: string | undefined
  readonly bounds: (isOurs: boolean) => Bounds
  /** Vehicles that are asked about in search of the debts that statements need. */
  readonly triesMax: number
  /** Whether the credential's hour may be used up. */
  readonly limits: boolean
  readonly random: Random
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
  /** Nothing more is sent once it aborts, but for the cleaning up. */
  readonly stop?: AbortSignal | undefined
  /** Instead of the platform's, for a service that breaks a promise. */
  readonly fetch?: Fetch
  /** Looks at every answer. */
  readonly hold?: (method: string, path: string, answer: Answer) => void
}

export interface Sent {
  readonly body?: object | undefined
  /** Undefined leaves out what would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Of a wrong form, which counts against a bound of its own. */
  readonly malformed?: true | undefined
}

export interface Target extends Omit<TargetOptions, 'url' | 'hold' | 'bounds' | 'fetch'> {
  readonly bounds: Bounds
  readonly origin: string
  readonly isOurs: boolean
  readonly modes: ServiceModes
  /** Everything that was answered, for what holds of every answer. */
  readonly answers: readonly (Answer & { readonly method: string; readonly path: string })[]
  /** Of owners, as they were sent. */
  readonly documents: ReadonlySet<string>
  readonly used: Readonly<Record<keyof Bounds, number>>
  send(method: string, path: string, sent?: Sent): Promise<Answer>
  /** From now on a 429 is what is looked for. */
  useUpHour(): void
  /** Deactivates the registered vehicles; returns ids or Renavams of those that it could not. */
  cleanUp(): Promise<string[]>
}

export const VEHICLES = '/api/v1/vehicles'
export const ORDERS = '/api/v1/orders'
export const PREVIEW = '/api/v1/checkout/preview'
const OUR_NAME = 'frota-service'
/** As docs/service.md documents it. */
const OUR_CARD = '4111111111111111'
const REQUEST_MS_MAX = 20_000
/** Requests in a row without an answer, after which nothing more is sent. */
const SILENCES_MAX = 3

/** The sentence of a service that must not be touched: something real might be bought there. */
export class Untouchable extends Error {}

export async function openTarget(options: TargetOptions): Promise<Target> {
  const { hold, url, fetch: asking = fetch, ...rest } = options
  const request = requester(asking)
  const origin = url.replace(/\/+$/, '')
  const health = await request(`${origin}/health`, 'GET', {}).catch((cause: unknown) => {
    throw new Untouchable(`${origin} does not answer.`, { cause })
  })
  const modes = harmless(origin, health)
  if (parseBase(url).isExposed && (modes.lookup !== 'mock' || modes.payments !== 'mock')) {
    throw new Untouchable(`The key of ${origin} would cross the network in the clear: use https.`)
  }
  const isOurs = health.body['service'] === OUR_NAME
  const bounds = options.bounds(isOurs)
  const used = { vehicles: 0, consultations: 0, orders: 0, malformed: 0 }
  const answers: (Answer & { method: string; path: string })[] = []
  const registered = new Set<string>()
  const doubtful = new Set<string>()
  const documents = new Set<string>()
  let silences = 0
  let isHourFree = false
  let isCleaning = false
  const credentials = { 'x-api-key': options.apiKey, 'x-account-id': options.accountId }

  const send: Target['send'] = async (method, path, sent = {}) => {
    const kind = kindOf(method, path, sent)
    if (options.stop?.aborted === true && !isCleaning) throw new NotJudged('stopped')
    if (silences >= SILENCES_MAX) throw new NotJudged('the service stopped answering')
    if (kind !== undefined) {
      const isBound = kind === 'vehicles' || !isHourFree
      if (isBound && used[kind] >= bounds[kind]) {
        throw new NotJudged(`the ${bounds[kind]} ${kind} of this run are used`)
      }
      used[kind] += 1
    }
    const { owner_document: document = '', renavam = '' }: Record<string, string> = { ...sent.body }
    if (parseDocument(document).ok) documents.add(stripDocument(document))
    const headers = { ...credentials, ...sent.headers }
    const answer = await request(origin + path, method, { ...sent, headers }).catch((cause) => {
      silences += 1
      if (kind === 'vehicles') doubtful.add(renavam.padStart(11, '0'))
      throw new Error(`${method} ${path} had no answer`, { cause })
    })
    silences = 0
    answers.push({ ...answer, method, path })
    const { id } = answer.body
    if (kind === 'vehicles' && answer.status < 300) {
      if (typeof id === 'string') registered.add(id)
      else doubtful.add(renavam.padStart(11, '0'))
    }
    if (method === 'DELETE' && answer.status < 300) registered.delete(path.split('/').at(-1) ?? '')
    if (kind !== undefined && answer.status === 429 && !isHourFree) {
      throw new NotJudged("429: the credential's hour is used up; try later")
    }
    hold?.(method, path, answer)
    return answer
  }

  const cleanUp = async (): Promise<string[]> => {
    isCleaning = true
    silences = 0
    const left: string[] = []
    for (const renavam of doubtful) {
      const found = await send('GET', `${VEHICLES}?q=${renavam}`).catch(() => undefined)
      if (found?.status !== 200) left.push(renavam)
      const own =
        found === undefined ? [] : rowsOf(found).filter((row) => row['renavam'] === renavam)
      for (const { id } of own) registered.add(String(id))
    }
    for (const id of registered) {
      const deleted = await send('DELETE', `${VEHICLES}/${id}`).catch(() => undefined)
      if (deleted === undefined || deleted.status >= 300) left.push(id)
    }
    return left
  }

  return {
    ...rest,
    card: options.card ?? (isOurs ? OUR_CARD : undefined),
    origin,
    bounds,
    modes,
    isOurs,
    answers,
    documents,
    used,
    send,
    useUpHour: () => {
      isHourFree = true
    },
    cleanUp,
  }
}

function kindOf(method: string, path: string, { malformed }: Sent): keyof Bounds | undefined {
  if (method !== 'POST') return undefined
  if (path === VEHICLES) return 'vehicles'
  if (path.endsWith('/consultations')) return 'consultations'
  if (path !== ORDERS && !path.endsWith('/pay-card')) return undefined
  return malformed === true ? 'malformed' : 'orders'
}

function harmless(origin: string, health: Answer): ServiceModes {
  const modes = health.status === 200 ? readModes(health.body) : undefined
  const nothing = 'Nothing was sent but GET /health.'
  if (modes === undefined) {
    throw new Untouchable(`${origin} does not tell its two modes in GET /health. ${nothing}`)
  }
  const { lookup, payments, sandbox } = modes
  if (sandbox === true || (lookup === 'mock' && payments === 'mock')) return modes
  const said = `lookup ${lookup}, payments ${payments}, sandbox ${sandbox}`
  throw new Untouchable(
    `${origin} is neither simulated nor a sandbox (${said}): it might sell for real. ${nothing}`,
  )
}

function requester(asking: Fetch) {
  return async (url: string, method: string, { body, headers = {} }: Sent): Promise<Answer> => {
    const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
    const given = Object.entries(typed).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    )
    const reply = await asking(url, {
      method,
      headers: given,
      // The key must not follow a redirection to another origin.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, text, body: parsed(text) }
  }
}

function parsed(text: string): Body {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
