/** Binds the command line to this process: its words, environment, streams, signals and exit code. */
import { ifStillThere } from '../clock.ts'
import { runCommandLine } from './command-line.ts'
import { stopOnSignals } from './signals.ts'

/**
 * Everything of ours is closed when a command has ended. What a library then still waits for (the
 * queue for a Redis that is gone) must not outlast the ten seconds that a container is given.
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

/** A reader that has seen enough (`| head`) ends no run: its work is in the ledger and the files. */
function forgetClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
