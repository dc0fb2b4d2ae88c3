/** Server-sent events of what is under way: its fragment after each change, then that it ended. */
import { PassThrough } from 'node:stream'
import type { Clock } from '../../clock.ts'
import type { FollowedRun } from '../../app/requests/follow-run.ts'

/** More open pages than this are not a person's. */
export const WATCHERS_MAX = 20
/** Counts are read at most this often, because each reading takes some queries. */
const LOOK_EVERY_MS = 1_000

export interface RunEventsParts {
  readonly clock: Clock
  readonly follow: () => Promise<FollowedRun | undefined>
  /** All who watch get the same, so that nothing of one visitor stands in it. */
  readonly render: (view: FollowedRun) => string
}

export class RunEvents {
  readonly #parts: RunEventsParts
  readonly #open = new Map<PassThrough, string>()
  #isLooking = false

  constructor(parts: RunEventsParts) {
    this.#parts = parts
  }

  /** A stream that ends when nothing is under way; undefined when there are too many already. */
  watch(): PassThrough | undefined {
    if (this.#open.size >= WATCHERS_MAX) return undefined
    const stream = new PassThrough()
    this.#open.set(stream, '')
    stream.once('close', () => this.#open.delete(stream))
    if (!this.#isLooking) void this.#look()
    return stream
  }

  close(): void {
    for (const stream of this.#open.keys()) stream.end()
    this.#open.clear()
  }

  /** Never rejects: what cannot be read now is read at the next look. */
  async #look(): Promise<void> {
    const { clock, follow, render } = this.#parts
    this.#isLooking = true
    while (this.#open.size > 0) {
      const view = await follow().catch(() => 'unknown' as const)
      if (view === undefined || (view !== 'unknown' && view.phase === 'ended')) this.#end()
      else if (view !== 'unknown') this.#send(render(view))
      if (this.#open.size > 0) await clock.sleep(LOOK_EVERY_MS)
    }
    this.#isLooking = false
  }

  #send(fragment: string): void {
    for (const [stream, sent] of this.#open) {
      // A slow reader misses fragments; the next fragment has the whole state.
      if (fragment === sent || stream.writableNeedDrain || stream.writableEnded) continue
      this.#open.set(stream, fragment)
      stream.write(event('progress', fragment))
    }
  }

  #end(): void {
    for (const stream of this.#open.keys()) stream.end(event('ended', ''))
    this.#open.clear()
  }
}

function event(name: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}\n`)
  return `event: ${name}\n${data.join('')}\n`
}
