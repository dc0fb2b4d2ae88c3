/** Erases personal data that nobody uses any more once a day, for a service that runs for months. */
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { ServiceDb } from '../../service/service-db.ts'
import { eraseUnusedVehicles } from '../../service/vehicles/erase-vehicles.ts'

const DAY_MS = 86_400_000

/** Begins a day after the start, which erases by itself. A failure is logged and tried again then. */
export function eraseDaily(tools: {
  readonly db: ServiceDb
  readonly clock: Clock
  readonly log: Log
}): AsyncDisposable {
  const stop = new AbortController()
  const ended = repeat(tools, stop.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await ended
    },
  }
}

async function repeat(tools: Parameters<typeof eraseDaily>[0], stop: AbortSignal): Promise<void> {
  const { log } = tools
  for (;;) {
    await tools.clock.sleep(DAY_MS, stop)
    if (stop.aborted) return
    try {
      const count = await eraseUnusedVehicles(tools)
      log.info({ count }, 'personal data erased')
    } catch (error) {
      const code = error instanceof Error ? error.name : 'unknown'
      log.error({ code }, 'personal data not erased')
    }
  }
}
