/** A running service over a database of its own, with a clock that only the test moves. */
import type { Clock } from '../../../src/clock.ts'
import type { Pool } from '../../../src/database/pool.ts'
import { type Random, seededRandom } from '../../../src/random.ts'
import { createApiKey } from '../../../src/service/keys/create-api-key.ts'
import { type ServiceOptions, startService } from '../../../src/service/start-service.ts'
import { ensureTenant } from '../../../src/service/tenants/ensure-tenant.ts'
import { callService, type ServiceCall } from '../../support/call-service.ts'
import { openBenchDatabase } from './bench-database.ts'
import { holdToContract } from './hold-to-contract.ts'

export const PEPPER = 'pepper of the tests, which is long enough'
export const MINUTE_MS = 60_000

interface StepClock extends Clock {
  step(ms: number): void
}

function stepClock(startMs = Date.UTC(2026, 10, 21, 15)): StepClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    uptime: () => nowMs - startMs,
    sleep: async () => undefined,
    step: (ms) => {
      nowMs += ms
    },
  }
}

export interface Account {
  readonly apiKey: string
  readonly accountId: string
  readonly brandId: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed; an empty object when there is no body. */
  readonly body: Record<string, unknown>
}

export interface Bench extends AsyncDisposable {
  readonly url: string
  readonly pool: Pool
  readonly clock: StepClock
  readonly random: Random
  readonly own: Account
  /** Another tenant, or another account of a brand that exists. */
  tenant(name: string, like?: { brandName: string }): Promise<Account>
  /** Every answer is held against the contract. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** A second service over the same database, with other options. */
  again(options?: Partial<ServiceOptions>): Promise<{ url: string } & AsyncDisposable>
}

interface SendOptions extends ServiceCall {
  readonly as?: Account
  readonly url?: string
}

const SERVICE_FEE_CENTS = 990n
/** For tests that are not about budgets. */
export const uncounted = { consultationsPerHour: 1_000_000, ordersPerHour: 1_000_000 }

export async function openBench(options: Partial<ServiceOptions> = {}): Promise<Bench> {
  const clock = stepClock()
  const random = seededRandom(20_261_121)
  const database = await openBenchDatabase()
  const { pool } = database
  const bugs: unknown[] = []
  const onBug = (error: unknown): void => {
    bugs.push(error)
  }
  // A slow machine changes nothing: no list ends while its provider is still being asked.
  const listMsMax = 60_000
  const base = { pool, clock, random, pepper: PEPPER, seed: 1, onBug, listMsMax }
  const again = (more: Partial<ServiceOptions> = {}) =>
    startService({ ...base, limits: uncounted, ...options, ...more })
  const service = await again()
  const tenant = async (name: string, like?: { brandName: string }): Promise<Account> => {
    const apiKey = createApiKey(random)
    const accountId = random.uuid()
    const { brandId } = await ensureTenant(base, {
      brandName: like?.brandName ?? name,
      serviceFeeCents: SERVICE_FEE_CENTS,
      accountId,
      accountName: name,
      apiKey,
      keyName: name,
    })
    return { apiKey, accountId, brandId }
  }
  const own = await tenant('own')
  return {
    url: service.url,
    pool,
    clock,
    random,
    own,
    tenant,
    again,
    send: (method, path, sent = {}) =>
      send(sent.url ?? service.url, sent.as ?? own, method, path, sent),
    [Symbol.asyncDispose]: async () => {
      await service.close()
      await database.close()
      if (bugs.length > 0)
        throw new AggregateError(bugs, `the service had a bug: ${String(bugs[0])}`)
    },
  }
}

async function send(
  url: string,
  as: Account,
  method: string,
  path: string,
  sent: ServiceCall,
): Promise<Answer> {
  const answer = await answerOf(await callService({ ...as, url }, method, path, sent))
  holdToContract(method, path, answer)
  return answer
}

export async function answerOf(reply: Response): Promise<Answer> {
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text, body: parsed(text) }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
