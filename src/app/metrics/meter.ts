/** What this process measures of itself, and of the ledger when it is asked, as Prometheus text. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { keysOf } from '../../fields.ts'
import type { LedgerGauges } from '../../ledger/runs/ledger-gauges.ts'

export type Meter = ReturnType<typeof openMeter>

interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

const MS = 1_000
const JOB_SECONDS = [0.05, 0.2, 1, 5, 20, 60]
const REQUEST_SECONDS = [0.01, 0.05, 0.2, 1, 5]

/** Name, help and labels of each gauge of the ledger. */
const LEDGER = {
  runs: ['frota_runs', 'Runs by how they ended; running ones are alive.', ['state']],
  backlog: ['frota_backlog', 'Unfinished work of each stage.', ['stage', 'state']],
  slotsUsed: ['frota_slots_used', 'Slots of a quota that are in use.', ['bucket']],
  slotsFree: ['frota_slots_free', 'Slots of a quota that are free.', ['bucket']],
  doubts: ['frota_doubts', 'Requests in doubt by age.', ['kind', 'age']],
  orders: ['frota_orders', 'Orders by their state.', ['state']],
  orderCents: ['frota_order_cents', 'Their totals with fees, in cents.', ['state']],
} as const satisfies Record<keyof LedgerGauges, readonly [string, string, readonly string[]]>

export function openMeter() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const jobs = new Histogram({
    name: 'frota_job_seconds',
    help: 'How long jobs ran.',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers,
  })
  const failures = new Counter({
    name: 'frota_job_failures_total',
    help: 'Jobs that threw; each is tried again.',
    labelNames: ['kind'],
    registers,
  })
  const requests = new Counter({
    name: 'frota_requests_total',
    help: 'Requests that were answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'frota_request_seconds',
    help: 'How long requests took.',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  return {
    /** A job of a kind ran so long; `failed` when it threw. */
    job: (kind: string, ms: number, failed: boolean): void => {
      jobs.observe({ kind }, ms / MS)
      if (failed) failures.inc({ kind })
    },
    answered: ({ method, route: pattern, status, durationMs }: Answered): void => {
      // Paths that nobody serves are any text, which would be a series each.
      const route = pattern === '' ? 'none' : pattern
      requests.inc({ method, route, status })
      seconds.observe({ route }, durationMs / MS)
    },
    contentType: registry.contentType,
    /** `read`: of the ledger, undefined when it did not answer; absent where there is none. */
    render: async (read?: () => Promise<LedgerGauges | undefined>): Promise<string> => {
      const own = await registry.metrics()
      return read === undefined ? own : `${own}\n${await renderLedger(await read())}`
    },
  }
}

/** Made anew for each scrape, so that a state that is no more leaves no series behind. */
function renderLedger(gauges: LedgerGauges | undefined): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const help = 'Whether the ledger answered the last question.'
  new Gauge({ name: 'frota_ledger_up', help, registers }).set(gauges === undefined ? 0 : 1)
  for (const key of gauges === undefined ? [] : keysOf(LEDGER)) {
    const [name, about, labelNames] = LEDGER[key]
    const gauge = new Gauge<string>({ name, help: about, labelNames: [...labelNames], registers })
    for (const { labels, value } of gauges?.[key] ?? []) gauge.set(labels, value)
  }
  return registry.metrics()
}
