/** Server-sent events of what is under way: its fragment after each change, then that it ended. */
import { PassThrough } from 'node:stream'
import type { Clock } from '../../clock.ts'
import type { FollowedRun } from '../../app/requests/follow-run.ts'

/** Of one person's pages, so that nobody takes the connections of all others. */
export const WATCHERS_MAX = 20
/** Counts and sessions are read at most this often, because each reading takes some queries. */
const LOOK_EVERY_MS = 1_000

export interface RunEventsParts {
  readonly clock: Clock
  readonly follow: (fleet: string) => Promise<FollowedRun | undefined>
  /** All who watch a fleet get the same, so that nothing of one visitor stands in it. */
  readonly render: (view: FollowedRun, fleet: string) => string
}

interface Watcher {
  /** The name of the person. */
  readonly whose: string
  /** What it was sent last. */
  sent: string
  /** False once its session has ended, or no longer sees the fleet. */
  readonly may: () => Promise<boolean>
}

/** Of one fleet. */
type Watchers = Map<PassThrough, Watcher>

export class RunEvents {
  readonly #parts: RunEventsParts
  readonly #open = new Map<string, Watchers>()

  constructor(parts: RunEventsParts) {
    this.#parts = parts
  }

  /** A stream that ends when nothing is under way; undefined when `whose` has too many already. */
  watch(fleet: string, { whose, may }: Omit<Watcher, 'sent'>): PassThrough | undefined {
    const all = [...this.#open.values()].flatMap((watchers) => [...watchers.values()])
    if (all.filter((watcher) => watcher.whose === whose).length >= WATCHERS_MAX) return undefined
    const stream = new PassThrough()
    const open = this.#open.get(fleet)
    const watchers: Watchers = open ?? new Map()
    watchers.set(stream, { sent: '', whose, may })
    stream.once('close', () => watchers.delete(stream))
    if (open === undefined) {
      this.#open.set(fleet, watchers)
      void this.#look(fleet, watchers)
    }
    return stream
  }

  close(): void {
    for (const watchers of this.#open.values()) end(watchers, '')
  }

  /** Never rejects: where nothing can be read the streams end, and the pages say so. */
  async #look(fleet: string, watchers: Watchers): Promise<void> {
    const { clock, follow, render } = this.#parts
    while (watchers.size > 0) {
      const view = await follow(fleet).catch(() => 'unknown' as const)
      await endForbidden(watchers)
      if (view === 'unknown') end(watchers, '')
      else if (view === undefined || view.phase === 'ended') end(watchers, event('ended', ''))
      else send(watchers, render(view, fleet))
      if (watchers.size > 0) await clock.sleep(LOOK_EVERY_MS)
    }
    this.#open.delete(fleet)
  }
}

/** A ledger that is away says nothing of sessions, and nothing of runs either. */
async function endForbidden(watchers: Watchers): Promise<void> {
  for (const [stream, { may }] of watchers) {
    if (await may().catch(() => true)) continue
    watchers.delete(stream)
    stream.end(event('forbidden', ''))
  }
}

function send(watchers: Watchers, fragment: string): void {
  for (const [stream, watcher] of watchers) {
    // A slow reader misses fragments; the next fragment has the whole state.
    if (fragment === watcher.sent || stream.writableNeedDrain || stream.writableEnded) continue
    watcher.sent = fragment
    stream.write(event('progress', fragment))
  }
}

function end(watchers: Watchers, last: string): void {
  for (const stream of watchers.keys()) stream.end(last)
  watchers.clear()
}

function event(name: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}\n`)
  return `event: ${name}\n${data.join('')}\n`
}
