/** Binds the command line to this process: its words, environment, streams, signals and exit code. */
import { ifStillThere } from '../clock.ts'
import { runCommandLine } from './command-line.ts'

/**
 * When a command has ended, everything of ours is closed. A library may still wait (BullMQ for a
 * Redis that is gone), but not longer than the ten seconds that Docker gives a container.
 */
const LINGER_MS = 1_000

export async function main(argv: readonly string[]): Promise<void> {
  const { env, stdout, stderr } = process
  stdout.on('error', forgetClosedPipe)
  stderr.on('error', forgetClosedPipe)
  {
    using signals = stopOnSignals(process)
    process.exitCode = await runCommandLine({ argv, env, stdout, stderr, stop: signals.stop })
  }
  ifStillThere(LINGER_MS, () => process.exit())
}

/** A closed pipe (`| head`) must not end a run, whose results are in the ledger and the files. */
function forgetClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Turns Ctrl-C and SIGTERM into one orderly stop; a second Ctrl-C ends at once. */
interface Signals extends Disposable {
  /** Its reason's message is the name of the signal. */
  readonly stop: AbortSignal
}

/** 128 + 2, as shells report an interrupted program. */
const EXIT_INTERRUPTED = 130

function stopOnSignals(program: Pick<NodeJS.Process, 'on' | 'off' | 'exit'>): Signals {
  const controller = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (signal === 'SIGINT') program.exit(EXIT_INTERRUPTED)
      return
    }
    // The name of an aborted signal's usual error: libraries know it by that.
    controller.abort(new DOMException(signal, 'AbortError'))
  }
  program.on('SIGINT', onSignal)
  program.on('SIGTERM', onSignal)
  return {
    stop: controller.signal,
    [Symbol.dispose]: () => {
      program.off('SIGINT', onSignal)
      program.off('SIGTERM', onSignal)
    },
  }
}
