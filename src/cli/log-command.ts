/** The beginning, the signals and the end of a command in the operator's log. */
import { version } from '../app/version.ts'
import { wallClock } from '../clock.ts'
import { errorFields } from '../error-fields.ts'
import { Failure } from '../failure.ts'
import { openLog } from '../log.ts'
import type { Command } from './command.ts'

/** The name of an aborted stop's signal (src/cli/main.ts). */
function signalOf(stop: AbortSignal): string {
  return stop.reason instanceof Error ? stop.reason.message : ''
}

export function logCommand(
  command: string,
  { isLogged }: Command,
  { level, stop }: { readonly level: string | undefined; readonly stop: AbortSignal },
) {
  if (isLogged !== true) return undefined
  const log = openLog(level)
  const beganMs = wallClock.uptime()
  log.info({ command, version: version() }, 'command began')
  const onStop = (): void => log.info({ command, signal: signalOf(stop) }, 'signal received')
  stop.addEventListener('abort', onStop, { once: true })
  return {
    ended: (exitCode: number, error?: unknown): void => {
      stop.removeEventListener('abort', onStop)
      const seconds = Math.round((wallClock.uptime() - beganMs) / 1_000)
      const fields = { command, exitCode, seconds }
      if (error === undefined) return log.info(fields, 'command ended')
      // Whoever is at a terminal reads a failure's sentence once, from the command itself.
      const level = error instanceof Failure ? 'info' : 'error'
      log[level]({ ...fields, ...errorFields(error) }, 'command ended')
    },
  }
}
