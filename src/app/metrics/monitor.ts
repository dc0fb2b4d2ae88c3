/** The port of a process for monitors: `/metrics`, `/healthz` and `/readyz`, where one is wished. */
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { LedgerGauges } from '../../ledger/runs/ledger-gauges.ts'
import { openLog } from '../../log.ts'
import type { Checks } from '../../web/health-routes.ts'
import { plainWords } from '../../web/problem-words.ts'
import type { Meter } from './meter.ts'

export interface Monitored {
  readonly checks: Checks
  /** Absent where there is no ledger. */
  readonly readGauges?: () => Promise<LedgerGauges>
  readonly clock: Clock
}

/** What was read of the ledger serves every scrape for so long. */
const GAUGES_KEPT_MS = 5_000
const GAUGES_MS_MAX = 5_000
const CONNECTIONS_MAX = 20

/** Undefined without FROTA_METRICS_PORT: then nothing is measured either. */
export async function meterOf({ FROTA_METRICS_PORT }: Config): Promise<Meter | undefined> {
  if (FROTA_METRICS_PORT === undefined) return undefined
  const { openMeter } = await import('./meter.ts')
  return openMeter()
}

/** Throws a Failure when the port is taken. Closes at once. */
export async function openMonitor(
  config: Config,
  meter: Meter | undefined,
  { checks, readGauges, clock }: Monitored,
): Promise<AsyncDisposable | undefined> {
  const { FROTA_METRICS_PORT: port, FROTA_METRICS_HOST: host } = config
  if (meter === undefined || port === undefined) return undefined
  const { openApp } = await import('../../web/open-app.ts')
  const { addHealth } = await import('../../web/health-routes.ts')
  const { listen } = await import('../../web/listen.ts')
  const app = openApp({ words: plainWords, limits: { connectionsMax: CONNECTIONS_MAX } })
  addHealth(app, checks, clock)
  const read = readGauges === undefined ? undefined : keptFor(readGauges, clock)
  app.get('/metrics', async (_request, reply) =>
    reply.type(meter.contentType).send(await meter.render(read)),
  )
  const listening = await listen(app, { host, port })
  openLog(config.LOG_LEVEL).info({ url: listening.url }, 'metrics and health served')
  return {
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections()
      await listening.close()
    },
  }
}

/** One question at a time, however many ask; undefined when the ledger does not answer in time. */
function keptFor(readGauges: () => Promise<LedgerGauges>, clock: Clock) {
  let last:
    | { readonly atMs: number; readonly gauges: Promise<LedgerGauges | undefined> }
    | undefined
  let under: Promise<unknown> | undefined
  return async (): Promise<LedgerGauges | undefined> => {
    const nowMs = clock.uptime()
    if (last !== undefined && nowMs - last.atMs < GAUGES_KEPT_MS) return last.gauges
    // A question that was given up may still be under way.
    if (under !== undefined) return undefined
    const asked = readGauges().catch(() => undefined)
    under = asked.finally(() => (under = undefined))
    const over = new AbortController()
    const limit = clock.sleep(GAUGES_MS_MAX, over.signal).then(() => undefined)
    const gauges = Promise.race([asked, limit]).finally(() => over.abort())
    last = { atMs: nowMs, gauges }
    return gauges
  }
}
