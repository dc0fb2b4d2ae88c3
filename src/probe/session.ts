/**
 * One probe at work: sends within its bounds, keeps what later statements need, remembers what is
 * to be cleaned up, and watches every answer for what none may hold.
 */
import type { Client } from '../client/client.ts'
import type { Clock } from '../clock.ts'
import { parseDocument, stripDocument } from '../fleet/document.ts'
import type { Random } from '../random.ts'
import { openBudget } from './budget.ts'
import type { Budget } from './budget.ts'
import type { TestCards } from './cards.ts'
import type { Exchange, ProbeRequest } from './exchange.ts'
import { parsed } from './exchange.ts'
import type { Staged } from './finding.ts'
import type { Learned } from './learned.ts'
import { openLearned } from './learned.ts'
import { REQUESTS_MAX, SILENCES_MAX, STATEMENT_REQUESTS_MAX } from './limits.ts'
import type { ProbedHealth } from './modes.ts'
import { openWatch } from './watch.ts'
import type { Watch } from './watch.ts'

/** Prepared once and kept, whichever statement asks first. */
export type Scene<Value> = (session: Session) => Promise<Staged<Value>>

export interface SessionTools {
  /** Only its `raw` is called. */
  readonly client: Pick<Client, 'raw' | 'origin'>
  readonly clock: Clock
  readonly random: Random
  /** To send it in the other header; goes into no report. */
  readonly apiKey: () => string
  readonly accountId: string
  /** Another account of the same brand, for the statements about whose data it is. */
  readonly otherAccountId?: string | undefined
  readonly cards?: TestCards | undefined
  /** Whether the credential's hour may be used up. */
  readonly limits: boolean
  readonly stop?: AbortSignal | undefined
}

export interface Session extends Omit<SessionTools, 'client' | 'stop'> {
  readonly origin: string
  readonly health: ProbedHealth
  readonly budget: Budget
  readonly watch: Watch
  readonly learned: Learned
  /** Ids of vehicles to deactivate, and Renavams whose registration had no answer. */
  readonly left: { readonly vehicles: Set<string>; readonly doubtful: Set<string> }
  readonly stopped: () => boolean
  /** Requests that were sent. */
  readonly requests: () => number
  send(request: ProbeRequest): Promise<Exchange>
  stage<Value>(scene: Scene<Value>): Promise<Staged<Value>>
  pause(ms: number): Promise<void>
  /** A new statement begins, with its own bound of requests. */
  begin(): void
  /** Cleaning up goes on after a stop and beyond a statement's bound. */
  beginCleanup(): void
}

export function openSession(tools: SessionTools, health: ProbedHealth): Session {
  const { client, clock, stop, ...rest } = tools
  const scenes = new Map<unknown, unknown>()
  const budget = openBudget(tools.limits)
  const watch = openWatch()
  const counts = { all: 0, statement: 0, silent: 0 }
  const session: Session = {
    ...rest,
    clock,
    origin: client.origin,
    health,
    budget,
    watch,
    learned: openLearned(),
    left: { vehicles: new Set(), doubtful: new Set() },
    stopped: () => stop?.aborted === true,
    requests: () => counts.all,
    begin: () => {
      counts.statement = 0
    },
    beginCleanup: () => {
      counts.statement = 0
      counts.silent = 0
    },
    pause: (ms) => clock.sleep(ms, stop),
    stage: <Value>(scene: Scene<Value>) => {
      // The map holds under each scene what that scene returned, which TypeScript cannot say.
      const kept = scenes.get(scene) as Promise<Staged<Value>> | undefined
      const prepared = kept ?? scene(session)
      scenes.set(scene, prepared)
      return prepared
    },
    send: async (request) => {
      const refusal = withhold(counts) ?? budget.take(request.costs)
      if (refusal !== null) return unsent(request, refusal)
      counts.all += 1
      counts.statement += 1
      noteDocument(watch, request)
      const atMs = clock.now()
      const exchange = await exchangeOf(client, request)
      budget.note(request.costs, exchange.status, atMs)
      counts.silent = exchange.status === null ? counts.silent + 1 : 0
      watch.look(exchange)
      const excuse = budget.excuse(request.costs, exchange.status)
      return excuse === null ? exchange : { ...exchange, unsent: excuse }
    },
  }
  return session
}

function withhold(counts: { all: number; statement: number; silent: number }) {
  if (counts.silent >= SILENCES_MAX) {
    return { pt: 'o serviço parou de responder', en: 'the service stopped answering' }
  }
  if (counts.all >= REQUESTS_MAX || counts.statement >= STATEMENT_REQUESTS_MAX) {
    return { pt: 'requisições demais para uma sondagem', en: 'too many requests for one probe' }
  }
  return null
}

function unsent(request: ProbeRequest, words: { pt: string; en: string }): Exchange {
  const { method, path } = request
  return { method, path, status: null, why: '', unsent: words, headers: {}, text: '', json: null }
}

/** From now on no answer may hold it. */
function noteDocument(watch: Watch, { body }: ProbeRequest): void {
  const document: unknown = Object(body)['owner_document']
  if (typeof document !== 'string' || !parseDocument(document).ok) return
  watch.hide(stripDocument(document))
}

/** One request as it is, outside of any bound. */
export async function exchangeOf(
  client: Pick<Client, 'raw'>,
  { method, path, headers, body }: ProbeRequest,
): Promise<Exchange> {
  const answer = await client.raw({
    method,
    path,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.outcome !== 'answered') {
    return { method, path, status: null, why: answer.why, headers: {}, text: '', json: undefined }
  }
  const { status, text } = answer
  return { method, path, status, why: '', headers: answer.headers, text, json: parsed(text) }
}
