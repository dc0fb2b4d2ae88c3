/** One POST over the simulated network: its leave, its travel, its fault, and its answer. */
import type { CallResult } from '../../src/client/answer.ts'
import { unreachable, wrongKey } from '../../src/client/failures.ts'
import type { AnyRequest, CallOptions } from '../../src/client/client.ts'
import type { Random } from '../../src/random.ts'
import { drawSendFault, LATE_MS_MAX, TOO_LATE_MS_MIN, type SendFault } from './faults.ts'
import { resultFrom } from './network.ts'
import type { Process } from './process.ts'
import { processRequest, unfit, withOtherAmount } from './process-request.ts'
import type { Scheduler } from './scheduler.ts'
import { ORIGIN } from './service/reads.ts'
import { refusal, type Reply, type ServiceTools } from './service/service.ts'
import type { RequestWindow } from './service/windows.ts'

/** A request of ours that left, as the invariants know it. */
export interface SentRequest {
  readonly number: number
  readonly operation: string
  readonly request: AnyRequest
  readonly leftAtMs: number
  readonly fault: SendFault
  /** It is processed after every look-up: what comes of it cannot be told. */
  readonly tooLate: boolean
}

export interface NetworkTools {
  readonly process: Process
  readonly scheduler: Scheduler
  readonly random: Random
  readonly service: ServiceTools
  readonly windows: { readonly consultations: RequestWindow; readonly orders: RequestWindow }
  readonly travelMsMax: number
  readonly sendFaultShare: number
  readonly readFaultShare: number
  readonly tooLateShare: number
  /** No faults any more. */
  readonly calm: () => boolean
  readonly count: (fault: string) => void
  /** Asked in the turn in which the first byte leaves. */
  readonly onLeave: (sent: Omit<SentRequest, 'number'>) => Promise<SentRequest>
  /** A request with our key went to another machine. */
  readonly onElsewhere: (origin: string) => void
}

/** The client's own limits. */
const CONNECT_MS_MAX = 5_000
const TOTAL_MS_MAX = 60_000
const RETRY_AFTER_MS_MAX = 120_000

export async function sendRequest(
  tools: NetworkTools,
  operation: string,
  request: AnyRequest,
  options: CallOptions = {},
): Promise<CallResult<unknown>> {
  const { process, random, scheduler } = tools
  const fault = await process.act('read', async () =>
    tools.calm() ? 'none' : drawSendFault(random, tools.sendFaultShare),
  )
  if (fault === 'refused connection') {
    tools.count(fault)
    const why = 'connection refused'
    return { outcome: 'never-sent', why, cause: unreachable(ORIGIN, why) }
  }
  await process.clock.sleep(random.next() * CONNECT_MS_MAX)
  const answer = Promise.withResolvers<CallResult<unknown>>()
  const sent = await process.act('read', async () => {
    if (!(options.mayLeave?.() ?? true)) return null
    tools.count(fault)
    const tooLate = fault === 'processed late' && random.next() < tools.tooLateShare
    if (tooLate) tools.count('processed too late')
    const leftAtMs = scheduler.nowMs()
    const left = await tools.onLeave({ operation, request, leftAtMs, fault, tooLate })
    travel(tools, left, answer.resolve)
    return left
  })
  if (sent === null) {
    const why = 'too late to be sent'
    return { outcome: 'never-sent', why, cause: unreachable(ORIGIN, why) }
  }
  const result = await answer.promise
  // Whoever is dead or frozen does not hear of it now.
  return process.act('read', async () => result)
}

type Answer = (result: CallResult<unknown>) => void

function travel(tools: NetworkTools, sent: SentRequest, resolve: Answer): void {
  const { scheduler, random } = tools
  const { fault, leftAtMs } = sent
  const draw = (msMax: number): number => random.next() * msMax
  if (fault === 'request lost') {
    const untilMs = random.next() < 0.5 ? TOTAL_MS_MAX : draw(TOTAL_MS_MAX)
    scheduler.at(leftAtMs + untilMs, async () => resolve(inDoubt('reset')))
    return
  }
  const arrivesMs = leftAtMs + draw(tools.travelMsMax)
  scheduler.at(arrivesMs, async () => {
    if (fault === 'processed late') {
      const laterMs = sent.tooLate ? TOO_LATE_MS_MIN + draw(TOO_LATE_MS_MIN) : draw(LATE_MS_MAX)
      scheduler.at(leftAtMs + laterMs, async () => void processed(tools, sent))
      scheduler.at(leftAtMs + TOTAL_MS_MAX, async () => resolve(inDoubt('timeout')))
      return
    }
    const result = answered(tools, sent)
    const backMs = scheduler.nowMs() + draw(tools.travelMsMax)
    const isLost = fault === 'answer lost'
    const heardMs = isLost && random.next() < 0.5 ? leftAtMs + TOTAL_MS_MAX : backMs
    scheduler.at(heardMs, async () => resolve(isLost ? inDoubt('reset') : result))
  })
}

/** Processes the request as its fault has it, and says what the client will have heard. */
function answered(tools: NetworkTools, sent: SentRequest): CallResult<unknown> {
  const full = windowOf(tools, sent)
  if (full !== undefined) return full
  if (sent.fault === '429 later') {
    const retryAfterMs = tools.random.next() * RETRY_AFTER_MS_MAX
    return { outcome: 'answered', ok: false, status: 429, detail: '', retryAfterMs }
  }
  if (sent.fault === '401') {
    return { outcome: 'answered', ok: false, status: 401, detail: '', stop: wrongKey(ORIGIN) }
  }
  const refused = REFUSED_BEFORE[sent.fault]
  return refused === undefined ? committed(tools, sent) : resultFrom(refusal(refused, 'fault'))
}

/** Nothing was processed. */
const REFUSED_BEFORE: Partial<Record<SendFault, number>> = {
  '500 before commit': 500,
  '503 before commit': 503,
  '425 before commit': 425,
  '409': 409,
  '422': 422,
  '429': 429,
}

/** It was processed, and the answer is this. */
const ANSWERED_AFTER: Partial<Record<SendFault, number>> = {
  '500 after commit': 500,
  '408 after commit': 408,
  '302 after commit': 302,
}

function committed(tools: NetworkTools, sent: SentRequest): CallResult<unknown> {
  const { fault } = sent
  const reply = processed(tools, sent)
  const { status } = reply
  if (fault === 'delivered twice') processed(tools, sent)
  if (status >= 300) return resultFrom(reply)
  const after = ANSWERED_AFTER[fault]
  if (after !== undefined) return resultFrom(refusal(after, ''))
  if (fault === 'cut 201') return { outcome: 'in-doubt', why: 'the body was cut', status }
  if (fault === 'unfit 201') return resultFrom(unfit(reply, tools.random))
  return resultFrom(fault === 'other amount' ? withOtherAmount(reply) : reply)
}

function processed(tools: NetworkTools, sent: SentRequest): Reply {
  return processRequest(tools.service, sent)
}

function inDoubt(why: string): CallResult<unknown> {
  return { outcome: 'in-doubt', why }
}

/** What the server answers when its window is full; the invariants were told of the arrival. */
function windowOf(tools: NetworkTools, sent: SentRequest): CallResult<unknown> | undefined {
  const { windows, scheduler } = tools
  const isOrder = sent.operation === 'createOrder'
  if (sent.operation !== 'createConsultation' && !isOrder) return undefined
  const window = isOrder ? windows.orders : windows.consultations
  const count = window.arrive(scheduler.nowMs())
  return count > window.limit ? resultFrom(refusal(429, 'limit reached')) : undefined
}
