/** Server-sent events of the run under way: its fragment after each change, then that it ended. */
import { PassThrough } from 'node:stream'
import type { ConsoleRuns, RunView } from '../frame/console-tools.ts'

/** More open pages than this are not a person's. */
export const WATCHERS_MAX = 20

export class RunEvents {
  readonly #runs: ConsoleRuns
  readonly #render: (view: RunView) => string
  readonly #open = new Set<PassThrough>()

  constructor(consoleRuns: ConsoleRuns, render: (view: RunView) => string) {
    this.#runs = consoleRuns
    this.#render = render
  }

  /** A stream that ends with the run; undefined when there are too many already. */
  watch(): PassThrough | undefined {
    if (this.#open.size >= WATCHERS_MAX) return undefined
    const stream = new PassThrough()
    let sent = ''
    const send = (): void => {
      const view = this.#runs.current()
      if (view === undefined || view.ended) {
        stream.end(event('ended', ''))
        return
      }
      const fragment = this.#render(view)
      // A slow reader misses fragments; the next fragment has the whole state.
      if (fragment === sent || stream.writableNeedDrain || stream.writableEnded) return
      sent = fragment
      stream.write(event('progress', fragment))
    }
    const unwatch = this.#runs.watch(send)
    this.#open.add(stream)
    stream.once('close', () => {
      unwatch()
      this.#open.delete(stream)
    })
    send()
    return stream
  }

  close(): void {
    for (const stream of this.#open) stream.end()
  }
}

function event(name: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}\n`)
  return `event: ${name}\n${data.join('')}\n`
}
