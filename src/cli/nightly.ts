/** `frota nightly`: every imported fleet, waiting for the quota, until it is time to stop. */
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { CommandContext } from './context.ts'
import { untilOf } from './stop-time.ts'
import { sayEnding } from './run-ending.ts'
import { runOnce } from './run-once.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, flags } = context
  if (config.FROTA_API_URL === undefined && flags['simulated'] !== true) throw neverSilently()
  const untilMs = untilOf(flags, wallClock.now(), config.FROTA_TIME_ZONE)
  using timer = new StopTimer(untilMs)
  const finished = await runOnce(context, {
    mode: 'open-or-join',
    horizonMs: untilMs === undefined ? Number.POSITIVE_INFINITY : untilMs - wallClock.now(),
    until: timer.signal,
    fleetsOf: async (store) => store.all(),
  })
  if (finished.length === 0) {
    const { output } = context
    output.line(
      output.say(
        'Nenhuma frota foi importada ainda; comece com: frota reconcile FROTA.csv',
        'No fleet was imported yet; begin with: frota reconcile FLEET.csv',
      ),
    )
  }
  sayEnding(context, finished)
}

class StopTimer implements Disposable {
  readonly #over = new AbortController()
  readonly #waiting = new AbortController()

  constructor(untilMs: number | undefined) {
    if (untilMs !== undefined) void this.#wait(untilMs)
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  async #wait(untilMs: number): Promise<void> {
    while (wallClock.now() < untilMs && !this.#waiting.signal.aborted) {
      await wallClock.sleep(untilMs - wallClock.now(), this.#waiting.signal)
    }
    if (!this.#waiting.signal.aborted) this.#over.abort()
  }

  [Symbol.dispose](): void {
    this.#waiting.abort()
  }
}

function neverSilently(): Failure {
  return new Failure('configuration', {
    pt:
      'Nenhum serviço está configurado: defina FROTA_API_URL. Para ensaiar com o serviço ' +
      'embutido, que não liquida nada, acrescente --simulated.',
    en:
      'No service is configured: set FROTA_API_URL. To rehearse with the embedded service, which ' +
      'settles nothing, add --simulated.',
  })
}
