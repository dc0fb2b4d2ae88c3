/** A proxy between two services that loses, refuses or holds what a test tells it to. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * `lose`: the other side answers, and nobody hears it. `cut`: it never hears the question. `late`: it
 * hears it when whoever asked has given up. `bend`: its answer has these fields instead of its own,
 * or is made from its own.
 */
export type Fate =
  | { readonly fate: 'lose' }
  | { readonly fate: 'cut' }
  | { readonly fate: 'bend'; readonly body: object | ((theirs: object) => object) }
  | { readonly fate: 'hold' | 'late'; readonly until: Promise<void> }
  | {
      readonly fate: 'say'
      readonly status: number
      readonly body: unknown
      readonly headers?: Record<string, string>
    }

interface Rule {
  readonly what: RegExp
  readonly fate: Fate
  times: number
}

export interface LossyWire extends AsyncDisposable {
  readonly url: string
  /** `METHOD /path` of everything that came, in order. */
  readonly heard: string[]
  target: string
  /** What comes late; resolves once the other side has answered it. */
  readonly late: Promise<void>[]
  /** Nothing gets through. */
  isDown: boolean
  /** What happens to the next requests whose `METHOD /path` matches. */
  next(what: RegExp, fate: Fate, times?: number): void
  count(what: RegExp): number
}

export async function openLossyWire(target: string): Promise<LossyWire> {
  const rules: Rule[] = []
  const heard: string[] = []
  const fateOf = (what: string): Fate | undefined => {
    const rule = rules.find((each) => each.times > 0 && each.what.test(what))
    if (rule === undefined) return undefined
    rule.times -= 1
    return rule.fate
  }
  const server = createServer((asked, answer) => {
    const what = `${asked.method ?? ''} ${asked.url ?? ''}`
    heard.push(what)
    const fate: Fate | undefined = wire.isDown ? { fate: 'cut' } : fateOf(what)
    if (fate?.fate === 'cut') asked.socket.destroy()
    else if (fate?.fate === 'late') wire.late.push(passLate(wire.target, asked, fate.until))
    else if (fate?.fate === 'say') {
      asked.resume()
      answer.writeHead(fate.status, { 'content-type': 'application/json', ...fate.headers })
      answer.end(JSON.stringify(fate.body))
    } else {
      const held = fate?.fate === 'hold' ? fate.until : Promise.resolve()
      void held.then(() => pass(wire.target, asked, answer, fate))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const wire: LossyWire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    late: [],
    target,
    isDown: false,
    next: (what, fate, times = 1) => void rules.push({ what, fate, times }),
    count: (what) => heard.filter((each) => what.test(each)).length,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return wire
}

/** The whole question is in hand before its sender is cut off. */
async function passLate(
  target: string,
  asked: IncomingMessage,
  until: Promise<void>,
): Promise<void> {
  const pieces: Uint8Array[] = []
  for await (const piece of asked) pieces.push(piece as Uint8Array)
  const headers = { ...asked.headers, connection: 'close' }
  asked.socket.destroy()
  await until
  const onward = request(target + (asked.url ?? ''), { method: asked.method, headers })
  await new Promise<void>((resolve) => {
    onward.on('response', (got) => got.resume().on('end', () => resolve()))
    onward.end(Buffer.concat(pieces))
  })
}

function pass(target: string, asked: IncomingMessage, answer: ServerResponse, fate?: Fate): void {
  const options = { method: asked.method, headers: { ...asked.headers, connection: 'close' } }
  const onward = request(target + (asked.url ?? ''), options, (got) => {
    if (fate?.fate === 'lose') {
      got.resume().on('end', () => asked.socket.destroy())
      return
    }
    if (fate?.fate === 'bend') {
      answer.statusCode = got.statusCode ?? 502
      void json(got).then((theirs) => {
        const { body } = fate
        const bent =
          typeof body === 'function' ? body(Object(theirs)) : { ...Object(theirs), ...body }
        answer.end(JSON.stringify(bent))
      })
      return
    }
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  onward.on('error', () => asked.socket.destroy())
  asked.pipe(onward)
}
