/**
 * Holds a running service to the statements of its interface, one after the other, and cleans up.
 * It decides nothing by itself: each statement judges, and what cannot be judged says why.
 */
import { wrongAccount, wrongKey } from '../client/failures.ts'
import { Failure } from '../failure.ts'
import { ourTestCards } from './cards.ts'
import { cleanUp } from './clean-up.ts'
import type { CleanUp } from './clean-up.ts'
import { brief, textAt } from './exchange.ts'
import type { Finding } from './finding.ts'
import { unknown } from './finding.ts'
import type { Lesson } from './learned.ts'
import { admit } from './modes.ts'
import type { ProbedHealth } from './modes.ts'
import { exchangeOf, openSession } from './session.ts'
import type { Session, SessionTools } from './session.ts'
import type { Statement } from './statement.ts'
import { limitStatements, statements } from './statements/all.ts'

export interface Judged {
  readonly statement: Statement
  readonly finding: Finding
}

export interface ProbeProgress {
  /** `done` of `of` statements are judged, the last of them so. */
  (judged: Judged, done: number, of: number): void
}

export interface ProbeReport {
  readonly origin: string
  readonly health: ProbedHealth
  readonly judged: readonly Judged[]
  readonly lessons: readonly Lesson[]
  readonly used: {
    readonly consultations: number
    readonly orders: number
    /** Orders and card payments that were refused for their form, which few services count. */
    readonly malformed: number
  }
  readonly requests: number
  /** A person stopped it, so that the rest was not judged. */
  readonly stopped: boolean
  readonly cleanUp: CleanUp
}

/** Throws a Failure when the service does not answer, or when something real might be bought. */
export async function probeService(
  tools: SessionTools,
  onProgress: ProbeProgress = () => undefined,
): Promise<ProbeReport> {
  const health = await admitted(tools)
  await checkAccess(tools)
  const cards = tools.cards ?? (health.isOurs ? ourTestCards : undefined)
  const session = openSession({ ...tools, cards }, health)
  const asked = [...statements, ...(tools.limits ? limitStatements : [])].filter(
    ({ of }) => of === 'interface' || health.isOurs,
  )
  const judged: Judged[] = []
  try {
    for (const statement of asked) {
      if (session.stopped()) break
      if (limitStatements.includes(statement)) session.budget.release()
      const last = { statement, finding: await judge(session, statement) }
      judged.push(last)
      onProgress(last, judged.length, asked.length)
    }
  } finally {
    session.beginCleanup()
  }
  const cleaned = await cleanUp(session)
  const { budget, learned } = session
  return {
    origin: session.origin,
    health,
    judged,
    lessons: learned.list(),
    used: {
      consultations: budget.used('consultations'),
      orders: budget.used('orders'),
      malformed: budget.used('malformed'),
    },
    requests: session.requests(),
    stopped: judged.length < asked.length,
    cleanUp: cleaned,
  }
}

async function admitted({ client }: SessionTools): Promise<ProbedHealth> {
  const exchange = await exchangeOf(client, {
    method: 'GET',
    path: '/health',
    headers: { 'x-api-key': null, 'x-account-id': null },
  })
  const admission = admit(exchange)
  if (admission.may) return admission.health
  const { pt, en } = admission.why
  throw new Failure(exchange.status === null ? 'service-unreachable' : 'wrong-service', {
    pt: `O serviço em ${client.origin} ${pt}. Nada foi enviado além de GET /health.`,
    en: `The service at ${client.origin} ${en}. Nothing was sent but GET /health.`,
  })
}

const ACCOUNT_ERRORS: ReadonlySet<number> = new Set([400, 403, 404, 409, 422])

/** With a wrong key or account nothing could be judged, and a person would have to guess why. */
async function checkAccess({ client }: SessionTools): Promise<void> {
  const { status, json } = await exchangeOf(client, { method: 'GET', path: '/api/v1/vehicles' })
  if (status === 401) throw wrongKey(client.origin)
  if (status === null || !ACCOUNT_ERRORS.has(status)) return
  throw wrongAccount(client.origin, brief(textAt(json, 'detail') ?? ''))
}

/** A statement must not be lost because another kind of answer came than anybody thought of. */
async function judge(session: Session, { check }: Statement): Promise<Finding> {
  session.begin()
  try {
    return await check(session)
  } catch (error) {
    const name = error instanceof Error ? error.message : String(error)
    return unknown(`a resposta não se deixou julgar (${name})`, `not to be judged (${name})`)
  }
}
