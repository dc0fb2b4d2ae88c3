/** Seeded moments at which a process is killed: by what is seen to happen, never by waiting. */
import { wallClock } from '../../../src/clock.ts'
import type { Random } from '../../../src/random.ts'
import type { Phase } from '../../support/fault-proxy/fate.ts'
import type { Ended, Running } from '../../support/run-frota.ts'
import type { KillWorld } from './kill-world.ts'

export type Moment =
  | { readonly at: 'post' | 'request'; readonly phase: Phase; readonly nth: number }
  | { readonly at: 'commit'; readonly nth: number }
  | { readonly at: 'line'; readonly nth: number }

const PHASES: readonly Phase[] = ['arrived', 'processed', 'answered']

/** What a start says before its work, and somewhat more. */
const LINES_MAX = 12
const POSTS_MAX = 8
const REQUESTS_MAX = 14
/** Of the embedded ledger only intents are seen, of a server every move of an effect. */
const COMMITS_MAX = { pglite: 8, postgresql: 24 }
export const AT_REST = 'at rest'
/** A process whose moment does not come waits for its quota or a look-up: it is killed in that. */
const REST_MS = 2_500
/** The phases of the two requests by which a start finds the service. */
const STARTING_EVENTS = 6

export function drawMoment(random: Random, engine: keyof typeof COMMITS_MAX): Moment {
  const upTo = (max: number): number => 1 + Math.floor(random.next() * max)
  const phase = PHASES[Math.floor(random.next() * PHASES.length)] ?? 'arrived'
  const drawn = random.next()
  if (drawn < 0.5) return { at: 'post', phase, nth: upTo(POSTS_MAX) }
  if (drawn < 0.65) return { at: 'request', phase, nth: upTo(REQUESTS_MAX) }
  if (drawn < 0.9) return { at: 'commit', nth: upTo(COMMITS_MAX[engine]) }
  return { at: 'line', nth: upTo(LINES_MAX) }
}

function momentName(moment: Moment): string {
  return 'phase' in moment ? `${moment.at} ${moment.phase}` : moment.at
}

export interface Killed {
  readonly ended: Ended
  /** Where it was killed; absent when it ended by itself. */
  readonly where?: string
}

/** Kills at the moment, or in the rest after it; resolves when the process is gone. */
export async function killAt(
  moment: Moment,
  world: KillWorld,
  start: () => Running,
): Promise<Killed> {
  let running: Running | undefined
  let left = moment.nth
  let where = momentName(moment)
  const kill = (): void => running?.kill('SIGKILL')
  const count = (): void => {
    left -= 1
    if (left === 0) kill()
  }
  const stop = await armed(moment, world, count)
  running = start()
  if (moment.at === 'line') void running.sawLines(moment.nth).then(kill)
  const rest = killAtRest(world, () => {
    where = AT_REST
    kill()
  })
  const ended = await running.ended
  rest.stop()
  await stop()
  return ended.signal === null ? { ended } : { ended, where }
}

/** When so long nothing was heard of it, after it had begun. */
function killAtRest({ proxy }: KillWorld, kill: () => void): { stop(): void } {
  const stopped = new AbortController()
  let heard = 0
  const unwatch = proxy.watch(() => {
    heard += 1
  })
  const wait = async (): Promise<void> => {
    for (;;) {
      const before = heard
      await wallClock.sleep(REST_MS, stopped.signal)
      if (stopped.signal.aborted) return
      if (heard > STARTING_EVENTS && heard === before) return kill()
    }
  }
  void wait()
  return {
    stop: () => {
      unwatch()
      stopped.abort()
    },
  }
}

async function armed(
  moment: Moment,
  world: KillWorld,
  count: () => void,
): Promise<() => Promise<void>> {
  if (moment.at === 'line') return async () => {}
  if (moment.at === 'commit') return world.watchCommits(count)
  const { at, phase } = moment
  // What an earlier process sent may still be on its way.
  const since = world.proxy.seen.length
  const stop = world.proxy.watch((now, { method, ordinal }) => {
    if (ordinal < since || now !== phase) return
    if (at === 'request' || method === 'POST') count()
  })
  return async () => stop()
}
