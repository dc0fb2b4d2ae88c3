/**
 * Stands between a runner and a service over real connections, does to each request what the plan
 * says, and remembers all of them: what the service truly did is never only what its caller saw.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { wallClock } from '../../../src/clock.ts'
import { listenHere } from '../listen-here.ts'
import type { ChooseFault, Fault, Phase, Seen, Watch } from './fate.ts'
import { passOn, type Passed } from './pass-on.ts'
import { cutBody, resetNow, resetInBody, sendWhole } from './spoil-answer.ts'

export interface FaultProxy extends AsyncDisposable {
  readonly url: string
  /** Every request that arrived whole, in order. */
  readonly seen: readonly Seen[]
  /** From now on these requests are chosen for by this plan. */
  choose(plan: ChooseFault): void
  /** Calls `watch` at each phase of each request until the answer is called. */
  watch(watch: Watch): () => void
  /** Resolves when every request that arrived has been dealt with. */
  settled(): Promise<void>
}

const NONE: Fault = { kind: 'none' }

export async function openFaultProxy(
  target: string,
  plan: ChooseFault = () => NONE,
): Promise<FaultProxy> {
  const agent = new Agent()
  const seen: Seen[] = []
  const watches = new Set<Watch>()
  const working = new Set<Promise<void>>()
  let chooseNow = plan

  const server = createServer((request, response) => {
    const work = handle(request, response).finally(() => working.delete(work))
    working.add(work)
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const whole = await bodyOf(request)
    if (whole === null) return
    const method = request.method ?? 'GET'
    const [path = '/'] = (request.url ?? '/').split('?')
    const fault = chooseNow({ method, path })
    const answers: { status: number; id: string | null }[] = []
    const ordinal = seen.length
    const one = { method, path, ordinal, atMs: wallClock.now(), fault: fault.kind, answers }
    seen.push(one)
    const tell = (phase: Phase): void => {
      for (const each of watches) each(phase, one)
    }
    const deliver = async (): Promise<Passed> => {
      const answer = await passOn(agent, target, request, whole)
      answers.push({ status: answer.status, id: idOf(answer) })
      return answer
    }
    tell('arrived')
    await actOn(fault, { response, deliver, tell })
    tell('answered')
  }

  const here = await listenHere(server)
  const settled = async (): Promise<void> => {
    while (working.size > 0) await Promise.all(working)
  }
  return {
    url: here.url,
    seen,
    choose: (next) => {
      chooseNow = next
    },
    watch: (watch) => {
      watches.add(watch)
      return () => void watches.delete(watch)
    },
    settled,
    [Symbol.asyncDispose]: async () => {
      await here[Symbol.asyncDispose]()
      await settled()
      await agent.close()
    },
  }
}

interface Act {
  readonly response: ServerResponse
  readonly deliver: () => Promise<Passed>
  readonly tell: (phase: Phase) => void
}

async function actOn(fault: Fault, { response, deliver, tell }: Act): Promise<void> {
  if (fault.kind === 'reset-before') return resetNow(response)
  if (fault.kind === 'unavailable') return sendWhole(response, refusal(503))
  if (fault.kind === 'throttled') {
    const { retryAfterSeconds: seconds } = fault
    const headers = seconds === undefined ? [] : [['retry-after', String(seconds)] as const]
    return sendWhole(response, refusal(429, headers))
  }
  if (fault.kind === 'delay') await wallClock.sleep(fault.ms)
  const answer = await deliver()
  if (fault.kind === 'duplicate') await deliver()
  tell('processed')
  switch (fault.kind) {
    case 'none':
    case 'delay':
      return sendWhole(response, answer)
    case 'duplicate':
      return fault.answer === 'first' ? sendWhole(response, answer) : resetNow(response)
    case 'reset-during':
      return resetNow(response)
    case 'reset-after':
      return resetInBody(response, answer)
    case 'cut':
      return cutBody(response, answer)
    case 'error-after-commit':
      // A request that was refused was not committed, so it keeps its true answer.
      return sendWhole(response, answer.status < 400 ? refusal(500) : answer)
    case 'garbage':
      return sendWhole(response, { ...answer, text: '{"id": "5f0f' })
  }
}

function refusal(status: number, headers: readonly (readonly [string, string])[] = []): Passed {
  const type = ['content-type', 'application/json; charset=utf-8'] as const
  return { status, headers: [type, ...headers], text: '{"detail":"fault proxy"}' }
}

/** Null when the sender was gone before all of it was here: such a request is passed to nobody. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  } catch {
    return null
  }
  return request.complete ? Buffer.concat(chunks) : null
}

function idOf({ text }: Passed): string | null {
  try {
    const { id } = Object(JSON.parse(text)) as { id?: unknown }
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
