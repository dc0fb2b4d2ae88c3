/** Faults of one request and its answer, before and after the processing itself. */
import { detail } from '../../contract/problem.ts'
import type { LooseReply } from '../api-call.ts'
import type { FaultAt } from './fault.ts'
import type { LateRequests } from './late-requests.ts'
import { fieldsOf } from '../../fields.ts'

export type HttpFault = FaultAt<'http'>

/** `lost`: the connection ends before the status line; `cut`: in the middle of the body. */
export type FaultyReply = LooseReply & { readonly ending?: 'lost' | 'cut' }

/** The steps of answering that a fault may delay, leave out, or run without an answer. */
export interface Steps {
  /** Takes a slot of the budget, at most once; throws a Refusal when there is none. */
  count(): Promise<void>
  /** Counts if that was not done yet, and processes. */
  process(): Promise<LooseReply>
  /** Gives the slot back. */
  refund(): Promise<void>
  /** Whether a 5xx uses a slot where the fault itself does not say. */
  readonly serverErrorsUseQuota: boolean
  readonly late: LateRequests
  /** Waits, unless the caller hangs up or the service stops. */
  hold(ms: number): Promise<void>
  /** The path and query that were asked for. */
  readonly address: string
}

/** Names under .invalid never lead anywhere (RFC 2606). */
const ELSEWHERE = 'https://outro.invalid'
/** More than the five megabytes that our own client reads. */
const HUGE_BYTES = 6 * 1024 * 1024
const SERVER_ERROR = 500

export async function answerUnder(fault: HttpFault | null, steps: Steps): Promise<FaultyReply> {
  if (fault === null) return await steps.process()
  switch (fault.fault) {
    case 'refused': {
      const { status = SERVER_ERROR, retryAfterSeconds } = fault
      if (usesSlot(fault.slot, status, steps)) await steps.count()
      const headers = { 'retry-after': String(retryAfterSeconds) }
      return { ...told(status), ...(retryAfterSeconds === undefined ? {} : { headers }) }
    }
    case 'request-lost':
      return { ...told(SERVER_ERROR), ending: 'lost' }
    case 'redirected': {
      const location = `${fault.origin ?? ELSEWHERE}${steps.address}`
      return { status: 302, body: '', headers: { location } }
    }
    case 'processed-late': {
      await steps.count()
      steps.late.add(fault.ms, async () => void (await steps.process()))
      return { ...told(SERVER_ERROR), ending: 'lost' }
    }
    case 'error-after-commit': {
      const { status = SERVER_ERROR } = fault
      const reply = await steps.process()
      if (reply.status >= 400) return reply
      if (!usesSlot(fault.slot, status, steps)) await steps.refund()
      return told(status)
    }
    case 'answer-late': {
      const reply = await steps.process()
      await steps.hold(fault.ms)
      return reply
    }
    case 'answer-lost':
      return { ...(await steps.process()), ending: 'lost' }
    case 'answer-cut':
      return { ...(await steps.process()), ending: 'cut' }
    case 'answer-garbage':
      return typed(await steps.process(), 'application/json; charset=utf-8', '{"id": "5f0f')
    case 'answer-wrong-shape':
      return { ...(await steps.process()), body: { ok: true } }
    case 'answer-wrong-type':
      return typed(await steps.process(), 'text/html; charset=utf-8', '<!doctype html><p>Oi</p>')
    case 'answer-huge': {
      const reply = await steps.process()
      const padding = 'x'.repeat(fault.bytes ?? HUGE_BYTES)
      return { ...reply, body: { padding, ...Object(reply.body) } }
    }
    case 'next-elsewhere': {
      const reply = await steps.process()
      const body = leadingElsewhere(reply.body, fault.origin ?? ELSEWHERE, steps.address)
      return { ...reply, body }
    }
  }
}

function usesSlot(slot: 'used' | 'free' | undefined, status: number, steps: Steps): boolean {
  if (slot !== undefined) return slot === 'used'
  return status >= SERVER_ERROR && steps.serverErrorsUseQuota
}

function told(status: number): LooseReply {
  const words = status === 503 ? detail.unavailable : status === 429 ? TOO_MANY : detail.internal
  return { status, body: { detail: words } }
}

const TOO_MANY = 'Muitas requisições; tente de novo mais tarde.'

/** A body of text is sent as it is. */
function typed(reply: LooseReply, type: string, body: string): LooseReply {
  return { ...reply, headers: { ...reply.headers, 'content-type': type }, body }
}

/** Sets `next` to another origin in any list, even the last page, to see who follows it. */
function leadingElsewhere(body: unknown, origin: string, address: string): unknown {
  const page = fieldsOf(body)
  if (!Array.isArray(page['results'])) return body
  const next = new URL(typeof page['next'] === 'string' ? page['next'] : address, origin)
  if (typeof page['next'] !== 'string') next.searchParams.set('page', '2')
  return { ...page, next: `${origin}${next.pathname}${next.search}` }
}
