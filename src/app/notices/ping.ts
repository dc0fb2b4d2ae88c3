/**
 * Tells a dead man's switch (healthchecks.io and its kin) that a night began and how it ended:
 * URL/start, then URL or URL/fail. It never delays or fails the night.
 */
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { errorFields } from '../../error-fields.ts'
import { Failure } from '../../failure.ts'
import { openLog } from '../../log.ts'
import { sendHttp } from './send-http.ts'

export interface Ping {
  began(): void
  /** Waits for a moment only, since the work is over and the process wants to end. */
  ended(isGood: boolean): Promise<void>
}

const TRIES_MAX = 3
const AGAIN_MS = 1_000
const END_MS_MAX = 5_000

export function openPing(config: Config, clock: Clock): Ping {
  const { FROTA_PING_URL: url } = config
  if (url === undefined) return { began: () => undefined, ended: async () => undefined }
  const log = openLog(config.LOG_LEVEL)
  let sending = new AbortController()
  const send = async (outcome: 'start' | 'done' | 'fail', signal: AbortSignal): Promise<void> => {
    const address = addressOf(url, outcome)
    for (let attempt = 1; attempt <= TRIES_MAX && !signal.aborted; attempt += 1) {
      const failed = await sendHttp(address, { method: 'GET', signal }).then(
        (status) => (status < 300 ? undefined : { status }),
        errorFields,
      )
      if (failed === undefined) return log.debug({ outcome }, 'ping sent')
      // The next one says more, so nothing is said of one that it replaced.
      if (signal.aborted) return
      log.warn({ outcome, attempt, ...failed }, 'ping not sent')
      await clock.sleep(AGAIN_MS * attempt, signal)
    }
  }
  return {
    began: () => void send('start', sending.signal),
    ended: async (isGood) => {
      sending.abort()
      sending = new AbortController()
      const { signal } = sending
      const limit = clock.sleep(END_MS_MAX, signal)
      await Promise.race([send(isGood ? 'done' : 'fail', signal), limit])
      sending.abort()
    },
  }
}

function addressOf(url: string, outcome: 'start' | 'done' | 'fail'): string {
  if (outcome === 'done') return url
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${outcome}`
  return address.href
}

/** A night that another process works on already is told by that one. */
export async function pinged<T>(ping: Ping, night: () => Promise<T>): Promise<T> {
  ping.began()
  try {
    const done = await night()
    await ping.ended(true)
    return done
  } catch (error) {
    const isOthers = error instanceof Failure && error.code === 'already-running'
    if (!isOthers) await ping.ended(false)
    throw error
  }
}
