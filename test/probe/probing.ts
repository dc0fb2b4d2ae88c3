/** Runs the probe in this process, against a service whose clock it moves by waiting. */
import type { Clock } from '../../src/clock.ts'
import { openClient } from '../../src/client/open-client.ts'
import { probeService } from '../../src/probe/probe-service.ts'
import type { ProbeReport } from '../../src/probe/probe-service.ts'
import { seededRandom } from '../../src/random.ts'
import type { Account, Bench } from '../service/support/open-service.ts'

export interface Probing {
  readonly url?: string
  readonly as?: Account
  readonly other?: Account
  readonly limits?: boolean
  readonly seed?: number
  readonly stop?: AbortSignal
  /** Moves the clocks of every service of a chain; the bench's own by default. */
  readonly step?: (ms: number) => void
}

/** Timers of the client must not fire because the service's clock was moved. */
function waitingClock(bench: Bench, step: (ms: number) => void): Clock {
  return {
    now: () => bench.clock.now(),
    uptime: () => bench.clock.uptime(),
    sleep: async (ms) => step(ms),
  }
}

export async function probe(bench: Bench, probing: Probing = {}): Promise<ProbeReport> {
  const { apiKey, accountId } = probing.as ?? bench.own
  const clock = waitingClock(bench, probing.step ?? ((ms) => bench.clock.step(ms)))
  const random = seededRandom(probing.seed ?? 7)
  const baseUrl = probing.url ?? bench.url
  const client = openClient({ baseUrl, apiKey: () => apiKey, accountId, clock, random })
  try {
    return await probeService({
      client,
      clock,
      random,
      apiKey: () => apiKey,
      accountId,
      otherAccountId: probing.other?.accountId,
      limits: probing.limits === true,
      stop: probing.stop,
    })
  } finally {
    await client.close()
  }
}

export function differing({ judged }: ProbeReport) {
  return judged.flatMap(({ statement, finding }) =>
    finding.verdict === 'differs' ? [{ id: statement.id, ...finding }] : [],
  )
}

export function unjudged({ judged }: ProbeReport): string[] {
  return judged.flatMap(({ statement, finding }) =>
    finding.verdict === 'unknown' ? [`${statement.id}: ${finding.why.en}`] : [],
  )
}
