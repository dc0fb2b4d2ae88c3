/**
 * Live look-ups and payments through another service of the same interface, checked before anything
 * starts, so that the operator sees what is wrong.
 */
import type { Client, ServiceHealth } from '../../client/client.ts'
import { openClient } from '../../client/open-client.ts'
import { parseBase } from '../../client/origin.ts'
import { ifStillThere } from '../../clock.ts'
import { liveKeyReader, type Config } from '../../config.ts'
import type { Call } from '../../contract/call.ts'
import { Failure } from '../../failure.ts'
import type { DebtLookup } from '../../service/debt-lookup.ts'
import { restoresSince } from '../../ledger/audit/restores-since.ts'
import { knownOrders } from '../../service/providers/live-known-orders.ts'
import { liveLookup } from '../../service/providers/live-lookup.ts'
import { livePayments } from '../../service/providers/live-payments.ts'
import { PAYABLE_MS, type Payments } from '../../service/providers/payments.ts'
import { orderStatusesFrom } from '../order-statuses-file.ts'
import { inOurWords } from './their-words.ts'
import type { OwnServiceTools } from './own-service.ts'
import { inBoth } from '../../bilingual.ts'

export interface LiveTools extends Omit<OwnServiceTools, 'secret'> {
  /** Whether a key is one of this service's own: then it would call itself. */
  readonly isOwnKey: (apiKey: string) => Promise<boolean>
  /** Once it aborts nothing is sent any more, and what is on the wire ends within STOP_MS. */
  readonly stop: AbortSignal
}

/**
 * A reader waits while the other service answers, so nothing is retried here: the next reader asks
 * again. In a chain of services these times add up.
 */
const CALL_LIMITS = { connectMsMax: 3_000, totalMsMax: 20_000, retriesMax: 0 }
/** Containers are killed 10 s after SIGTERM. */
const STOP_MS = 7_000
const CHECK_MS_MAX = 10_000

/** A service that is away now may be back soon: what is recorded here can be read meanwhile. */
const AWAY: ReadonlySet<string> = new Set(['service-unreachable', 'service-refused'])

/**
 * Without what the mode mocks. Throws a Failure when an option is missing or wrong, or another kind
 * of service answers.
 */
export async function openLiveProviders(tools: LiveTools) {
  const { config, log, stop } = tools
  const isPaying = config.PAYMENTS_MODE === 'live'
  if (config.LOOKUP_MODE !== 'live' && !isPaying) return providers(undefined, undefined)
  if (config.LOOKUP_MODE !== 'live') throw new Failure('configuration', LOOKUP_IS_MOCK)
  const paying = isPaying ? forPaying(tools) : undefined
  const client = await openLiveClient(tools).catch((error: unknown) => {
    throw inLiveNames(error)
  })
  stop.addEventListener('abort', () => ifStillThere(STOP_MS, () => void client.close()))
  let health: ServiceHealth | undefined
  const check = async (): Promise<void> => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(CHECK_MS_MAX)])
    health ??= await client.health({ signal })
    await client.checkAccess({ signal })
  }
  await check().catch(async (error: unknown) => {
    const failure = inLiveNames(error)
    if (failure instanceof Failure && AWAY.has(failure.code)) {
      return log.error({ code: failure.code }, failure.message)
    }
    await client.close()
    throw failure
  })
  const call: Call = async (id, request) => {
    if (stop.aborted) return { outcome: 'never-sent' }
    const result = await client.call(id, request)
    const isBack = result.outcome === 'answered' && result.ok
    if (health === undefined && isBack) await check().catch(() => undefined)
    return result
  }
  const live = { call, log, knownOrders: knownOrders(tools.pool) }
  // A service that simulates its payments is a sandbox, whatever it was told.
  const isSandbox = () => health?.sandbox === true || health?.payments === 'mock'
  const payments = paying && livePayments({ ...live, ...paying, isSandbox })
  return providers(liveLookup(live), payments, client)
}

function forPaying({ config, pool, clock }: LiveTools) {
  return {
    clock,
    inOurWords: inOurWords(orderStatusesFrom(config)),
    forgotten: async () => {
      const restores = await restoresSince(pool, new Date(clock.now() - PAYABLE_MS))
      return restores && { fromMs: restores.madeAt.getTime(), toMs: restores.at.getTime() }
    },
  }
}

async function openLiveClient(tools: LiveTools): Promise<Client> {
  const { config, clock, random, log } = tools
  const { LIVE_API_URL: baseUrl, LIVE_ACCOUNT_ID: accountId } = config
  const apiKey = liveKeyReader(config)
  if (baseUrl === undefined || accountId === undefined || apiKey === undefined) {
    throw missing({ baseUrl, accountId, apiKey })
  }
  if (parseBase(baseUrl).isExposed) throw new Failure('configuration', EXPOSED_LIVE)
  if (isOwnAddress(config, baseUrl) || (await tools.isOwnKey(apiKey())))
    throw new Failure('configuration', CHAINED_TO_ITSELF)
  return openClient({ baseUrl, accountId, apiKey, clock, random, log, limits: CALL_LIMITS })
}

/** True for an address on which this service will listen, or under which it says it is reached. */
function isOwnAddress(config: Config, baseUrl: string): boolean {
  const { origin } = new URL(baseUrl)
  const loopback = ['127.0.0.1', 'localhost', '[::1]', config.SERVICE_HOST]
  const own = config.PORT === 0 ? [] : loopback.map((host) => `http://${host}:${config.PORT}`)
  return [...own, config.PUBLIC_BASE_URL, config.DEV_BASE_URL].some(
    (each) => each !== undefined && URL.parse(each)?.origin === origin,
  )
}

function providers(
  lookup: DebtLookup | undefined,
  payments: Payments | undefined,
  client?: Client,
) {
  return { lookup, payments, [Symbol.asyncDispose]: async () => await client?.close() }
}

/** Names which of the three options are missing. */
function missing(given: { baseUrl: unknown; accountId: unknown; apiKey: unknown }): Failure {
  const names = [
    ...(given.baseUrl === undefined ? ['LIVE_API_URL'] : []),
    ...(given.apiKey === undefined ? ['LIVE_API_KEY_FILE'] : []),
    ...(given.accountId === undefined ? ['LIVE_ACCOUNT_ID'] : []),
  ].join(', ')
  return new Failure('configuration', {
    pt: `O modo live encaminha a outro serviço, e falta dizer a qual: defina ${names}.`,
    en: `Live mode forwards to another service, and which one is not said: set ${names}.`,
  })
}

const LOOKUP_IS_MOCK = {
  pt:
    'PAYMENTS_MODE=live paga débitos que o outro serviço respondeu; ' +
    'defina também LOOKUP_MODE=live.',
  en: 'PAYMENTS_MODE=live pays debts that the other service answered; set LOOKUP_MODE=live too.',
}

const EXPOSED_LIVE = {
  pt:
    'LIVE_API_URL levaria a chave, documentos e cartões por HTTP sem cifra a outra máquina. ' +
    'Dê o endereço https:// do serviço.',
  en:
    'LIVE_API_URL would carry the key, documents and cards to another machine over plain HTTP. ' +
    'Give the https:// address of the service.',
}

const CHAINED_TO_ITSELF = {
  pt:
    'LIVE_API_URL e a sua chave levam a este mesmo serviço, que chamaria a si próprio. ' +
    'Dê o endereço e a chave de outro.',
  en:
    'LIVE_API_URL and its key lead to this very service, which would call itself. ' +
    'Give the address and the key of another one.',
}

/** Replaces the runner's options (FROTA_) in the client's sentences by those of live mode. */
function inLiveNames(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const named = inBoth((locale) => error.in(locale).replaceAll('FROTA_', 'LIVE_'))
  return new Failure(error.code, named, { cause: error })
}
