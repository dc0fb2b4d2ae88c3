/** Binds the command line to this process: its words, environment, streams, signals and exit code. */
import { ifStillThere } from '../clock.ts'
import { runCommandLine } from './command-line.ts'
import { stopOnSignals } from './signals.ts'

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
