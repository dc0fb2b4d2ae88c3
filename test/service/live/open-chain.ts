/** A live service in front of a simulated one: real HTTP, two databases, one pace of two clocks. */
import { PassThrough } from 'node:stream'
import { openLiveProviders } from '../../../src/app/service/live-providers.ts'
import { readConfig } from '../../../src/config.ts'
import { openLog } from '../../../src/log.ts'
import type { ServiceOptions } from '../../../src/service/start-service.ts'
import { type Bench, openBench } from '../support/open-service.ts'
import { type LossyWire, openLossyWire } from './lossy-wire.ts'

export interface Chain extends AsyncDisposable {
  /** The live one; its clock moves both. */
  readonly front: Bench
  readonly back: Bench
  readonly wire: LossyWire
  /** Everything that the live one logged. */
  logged(): string
  /** Another live service over the front's database, as if it was started again. */
  restart(): Promise<Bench & AsyncDisposable>
}

export async function openChain(
  given: { back?: Partial<ServiceOptions>; payments?: 'mock' | 'live'; health?: object } = {},
): Promise<Chain> {
  await using opening = new AsyncDisposableStack()
  const back = opening.use(await openBench(given.back))
  const wire = opening.use(await openLossyWire(back.url))
  const own = opening.use(await openBench())
  // Both draw from one seed; from here on no id of one is an id of the other.
  own.random.bytes(7)
  const lines = new PassThrough()
  let logged = ''
  lines.setEncoding('utf8').on('data', (text: string) => (logged += text))
  const config = readConfig(
    {},
    {
      LOOKUP_MODE: 'live',
      PAYMENTS_MODE: given.payments ?? 'live',
      LIVE_API_URL: wire.url,
      LIVE_API_KEY: back.own.apiKey,
      LIVE_ACCOUNT_ID: back.own.accountId,
    },
  )
  const clock = {
    ...own.clock,
    step: (ms: number) => {
      own.clock.step(ms)
      back.clock.step(ms)
    },
  }
  const log = openLog('debug', lines)
  const { signal: stop } = new AbortController()
  const start = async (): Promise<Bench> => {
    await using starting = new AsyncDisposableStack()
    if (given.health !== undefined)
      wire.next(/\/health/, { fate: 'say', status: 200, body: given.health })
    const tools = { config, pool: own.pool, clock: own.clock, random: own.random, log, stop }
    const live = starting.use(await openLiveProviders({ ...tools, isOwnKey: async () => false }))
    const { lookup, payments } = live
    const service = starting.use(await own.again({ lookup, payments, log }))
    const closing = starting.move()
    return {
      ...own,
      clock,
      url: service.url,
      send: (method, path, sent = {}) => own.send(method, path, { ...sent, url: service.url }),
      [Symbol.asyncDispose]: () => closing.disposeAsync(),
    }
  }
  const front = opening.use(await start())
  const closing = opening.move()
  return {
    front,
    back,
    wire,
    logged: () => logged,
    restart: start,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** The first number, as a number, of a statement over the database of the service behind. */
export async function rowsBehind(
  chain: Chain,
  table: 'consultation' | 'payment_order' | 'vehicle',
) {
  const { rows } = await chain.back.pool.query<{ n: number }>(
    `select count(*)::int as n from service.${table}`,
  )
  return rows[0]?.n ?? 0
}
