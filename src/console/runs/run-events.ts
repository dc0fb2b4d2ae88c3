/** Server-sent events of what is under way: its fragment after each change, then that it ended. */
import { PassThrough } from 'node:stream'
import type { Clock } from '../../clock.ts'
import type { FollowedRun } from '../../app/requests/follow-run.ts'

/** More open pages than this, of all fleets, are not an office's. */
export const WATCHERS_MAX = 100
/** Counts are read at most this often, because each reading takes some queries. */
const LOOK_EVERY_MS = 1_000

export interface RunEventsParts {
  readonly clock: Clock
  readonly follow: (fleet: string) => Promise<FollowedRun | undefined>
  /** All who watch a fleet get the same, so that nothing of one visitor stands in it. */
  readonly render: (view: FollowedRun, fleet: string) => string
}

export class RunEvents {
  readonly #parts: RunEventsParts
  /** By fleet: the streams, each with what it was sent last. */
  readonly #open = new Map<string, Map<PassThrough, string>>()

  constructor(parts: RunEventsParts) {
    this.#parts = parts
  }

  /** A stream that ends when nothing is under way; undefined when there are too many already. */
  watch(fleet: string): PassThrough | undefined {
    const all = [...this.#open.values()].reduce((sum, { size }) => sum + size, 0)
    if (all >= WATCHERS_MAX) return undefined
    const stream = new PassThrough()
    const open = this.#open.get(fleet)
    const watchers = open ?? new Map<PassThrough, string>()
    watchers.set(stream, '')
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

  /** Never rejects: what cannot be read now is read at the next look. */
  async #look(fleet: string, watchers: Map<PassThrough, string>): Promise<void> {
    const { clock, follow, render } = this.#parts
    while (watchers.size > 0) {
      const view = await follow(fleet).catch(() => 'unknown' as const)
      if (view === undefined || (view !== 'unknown' && view.phase === 'ended')) {
        end(watchers, event('ended', ''))
      } else if (view !== 'unknown') send(watchers, render(view, fleet))
      if (watchers.size > 0) await clock.sleep(LOOK_EVERY_MS)
    }
    this.#open.delete(fleet)
  }
}

function send(watchers: Map<PassThrough, string>, fragment: string): void {
  for (const [stream, sent] of watchers) {
    // A slow reader misses fragments; the next fragment has the whole state.
    if (fragment === sent || stream.writableNeedDrain || stream.writableEnded) continue
    watchers.set(stream, fragment)
    stream.write(event('progress', fragment))
  }
}

function end(watchers: Map<PassThrough, string>, last: string): void {
  for (const stream of watchers.keys()) stream.end(last)
  watchers.clear()
}

function event(name: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}\n`)
  return `event: ${name}\n${data.join('')}\n`
}
