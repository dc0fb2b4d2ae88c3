/**
 * Reads the due consultations of one chunk until each is ready, failed or stuck. An answer is
 * recorded with its debts in one transaction, once, whoever reads it first.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import { Failure } from '../../failure.ts'
import type {
  ConsultationStore,
  UnreadConsultation,
} from '../../ledger/consultations/consultations.ts'
import type { AnswerItem } from '../../ledger/debts/debts.ts'
import type { Tx } from '../../ledger/schema/tx.ts'
import type { Outcome } from '../../queue/outcome.ts'
import type { Random } from '../../random.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { JudgedAnswer } from './judge-answer.ts'
import { READING_PROBLEMS } from './member-reasons.ts'
import { nextReadAtMs } from './read-backoff.ts'
import type { ReadPace } from './read-backoff.ts'

/** Records the debts of a ready answer, in the transaction that records the answer. */
export type RecordItems = (
  tx: Tx,
  answer: {
    readonly vehicleId: string
    readonly renavam: string
    readonly uf: string
    readonly consultationId: string
    readonly items: readonly AnswerItem[]
    readonly at: Date
  },
) => Promise<void>

export interface ReadingTools {
  readonly fleetId: string
  readonly client: Client
  readonly consultations: ConsultationStore
  readonly recordItems: RecordItems
  readonly clock: Clock
  readonly random: Random
  readonly pace: ReadPace
}

/** Reads on the wire at once, for one chunk. */
const READS_AT_ONCE = 4
/**
 * Longest pause of a chunk: a consultation that joins it later is due soon, and must not wait for
 * the slow next read of the others.
 */
const REST_MS_MAX = 1_000
/** While the service cannot be reached nothing becomes stuck, but no longer than this. */
const UNREACHED_MS_MAX = 24 * 3600 * 1000

export async function readConsultations(
  tools: ReadingTools,
  chunk: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { consultations, clock, fleetId } = tools
  const unread = await consultations.chunk(fleetId, chunk, new Date(clock.now()))
  const queue = unread.values()
  const reader = async (): Promise<void> => {
    for (const one of queue) {
      if (signal?.aborted) return
      await readOne(tools, one)
    }
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, reader))
  const next = await consultations.nextRead(fleetId, chunk)
  if (next === null) return { outcome: 'done' }
  const untilMs = Math.min(next.getTime(), clock.now() + REST_MS_MAX)
  return { outcome: 'snoozed', untilMs, why: 'Consultations are pending.' }
}

async function readOne(tools: ReadingTools, one: UnreadConsultation): Promise<void> {
  const judged = await readAnswer(tools, one)
  const at = new Date(tools.clock.now())
  switch (judged.verdict) {
    case 'ready':
      return recordReady(tools, one, judged, at)
    case 'failed':
      await tools.consultations.failed({ ...judged, id: one.id, at })
      return
    case 'pending':
      return again(tools, one, { stage: judged.stage, problem: '', deadline: one.deadlineAt })
    case 'unreadable':
      return again(tools, one, {
        stage: one.stage,
        problem: `${READING_PROBLEMS.unreadable}: ${judged.why}`,
        deadline: one.deadlineAt,
      })
    case 'unreached':
      return again(tools, one, {
        stage: one.stage,
        problem: `${READING_PROBLEMS.unreached}: ${judged.why}`,
        deadline: new Date(one.deadlineAt.getTime() + UNREACHED_MS_MAX),
      })
  }
}

type ReadAnswer = JudgedAnswer | { readonly verdict: 'unreached'; readonly why: string }

/** A wrong key or account ends the run; any other failure concerns only this consultation. */
async function readAnswer(tools: ReadingTools, one: UnreadConsultation): Promise<ReadAnswer> {
  try {
    const params = { consultation_id: one.id }
    const answer = await tools.client.read('getConsultation', { params })
    if (answer === null) return { verdict: 'unreadable', why: 'the service does not know it' }
    return judgeAnswer(answer, one)
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    return { verdict: 'unreached', why: error.message }
  }
}

async function recordReady(
  { consultations, recordItems }: ReadingTools,
  one: UnreadConsultation,
  answer: Extract<JudgedAnswer, { verdict: 'ready' }>,
  at: Date,
): Promise<void> {
  const { items, ...rest } = answer
  await consultations.transaction(async (tx) => {
    if (!(await consultations.ready({ ...rest, id: one.id, at }, tx))) return
    const { vehicleId, renavam, uf } = one
    await recordItems(tx, { vehicleId, renavam, uf, consultationId: one.id, items, at })
  })
}

async function again(
  { consultations, clock, random, pace }: ReadingTools,
  one: UnreadConsultation,
  seen: { stage: string; problem: string; deadline: Date },
): Promise<void> {
  const nowMs = clock.now()
  if (nowMs >= seen.deadline.getTime()) {
    const problem = seen.problem === '' ? READING_PROBLEMS.stillPending : seen.problem
    await consultations.stuck(one.id, { problem, at: new Date(nowMs) })
    return
  }
  const nextMs = nextReadAtMs(
    { nowMs, reads: one.reads, deadlineMs: seen.deadline.getTime() },
    random.next(),
    pace,
  )
  await consultations.postpone(one.id, {
    stage: seen.stage,
    nextReadAt: new Date(nextMs),
    problem: seen.problem,
  })
}
