/** Binds the command line to this process: its words, environment, streams, signals and exit code. */
import { sayIn } from '../bilingual.ts'
import { ifStillThere } from '../clock.ts'
import { localeOf, runCommandLine } from './command-line.ts'

/**
 * When a command has ended, everything of ours is closed. A library may still wait (BullMQ for a
 * Redis that is gone), but not longer than the ten seconds that Docker gives a container.
 */
const LINGER_MS = 1_000

/** An output that is lost ends no run, whose results are in the ledger and the files. */
const EXIT_UNTOLD = 1

export async function main(argv: readonly string[]): Promise<void> {
  const { env, stdout, stderr } = process
  const say = sayIn(localeOf({ argv, env }))
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // A closed pipe (`| head`) is somebody's wish.
    if (code === 'EPIPE' || process.exitCode === EXIT_UNTOLD) return
    process.exitCode = EXIT_UNTOLD
    const pt = 'a saída não pode ser escrita'
    stderr.write(`frota: ${say(pt, 'the output cannot be written')} (${code})\n`)
  })
  stderr.on('error', () => undefined)
  {
    using signals = stopOnSignals(process)
    const code = await runCommandLine({ argv, env, stdout, stderr, stop: signals.stop })
    if (code !== 0) process.exitCode = code
  }
  ifStillThere(LINGER_MS, () => process.exit())
}

/** 128 + 2, as shells report an interrupted program. */
const EXIT_INTERRUPTED = 130

/** Turns these into one orderly stop; a second Ctrl-C ends at once. */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function stopOnSignals(program: Pick<NodeJS.Process, 'on' | 'off' | 'exit'>) {
  const controller = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (signal === 'SIGINT') program.exit(EXIT_INTERRUPTED)
      return
    }
    // The name of an aborted signal's usual error: libraries know it by that.
    controller.abort(new DOMException(signal, 'AbortError'))
  }
  for (const signal of STOPPING) program.on(signal, onSignal)
  return {
    /** Its reason's message is the name of the signal. */
    stop: controller.signal,
    [Symbol.dispose]: () => {
      for (const signal of STOPPING) program.off(signal, onSignal)
    },
  }
}
