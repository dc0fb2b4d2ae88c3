/**
 * Reads the due consultations of one chunk until each is ready, failed or stuck. An answer is
 * recorded with its debts in one transaction, once, whoever reads it first.
 */
import type { Clock } from '../../clock.ts'
import type { Client } from '../../client/client.ts'
import { Failure } from '../../failure.ts'
import type { UnreadConsultation } from '../../ledger/consultations/consultations.ts'
import type { ConsultationStore } from '../../ledger/consultations/consultations-sql.ts'
import type { AnswerItem } from '../../ledger/debts/debts.ts'
import type { Tx } from '../../ledger/schema/tx.ts'
import type { Outcome } from '../../queue/outcome.ts'
import type { Random } from '../../random.ts'
import { inParallel } from '../vehicles/in-parallel.ts'
import { judgeAnswer, type JudgedAnswer } from './judge-answer.ts'
import { READING_PROBLEMS } from './member-reasons.ts'
import { CONSULTATION_DEADLINE_MS, nextReadAtMs, type ReadPace } from './read-backoff.ts'

export interface AnswerOfVehicle {
  readonly vehicleId: string
  readonly renavam: string
  readonly uf: string
  readonly consultationId: string
  readonly items: readonly AnswerItem[]
  readonly at: Date
}

/** Records the debts of different vehicles, in the transaction that records the answers. */
export type RecordItems = (tx: Tx, answers: readonly AnswerOfVehicle[]) => Promise<void>

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
/** Longest pause of a chunk: one that joins it later is due soon, and must not wait long. */
const REST_MS_MAX = 1_000
/** An answer that cannot be understood is given up so much earlier than one that is pending. */
const UNREADABLE_MS_LESS = CONSULTATION_DEADLINE_MS - 60_000
/** While the service cannot be reached nothing becomes stuck, but no longer than this. */
const UNREACHED_MS_MAX = 24 * 3600 * 1000

export async function readConsultations(
  tools: ReadingTools,
  chunk: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { consultations, clock, fleetId } = tools
  const unread = await consultations.chunk(fleetId, chunk, new Date(clock.now()))
  const ready: ReadyOne[] = []
  try {
    await inParallel(unread, READS_AT_ONCE, signal, (one) => readOne(tools, one, ready))
  } finally {
    await recordReady(tools, ready)
  }
  const next = await consultations.nextRead(fleetId, chunk)
  if (next === null) return { outcome: 'done' }
  const untilMs = Math.min(next.getTime(), clock.now() + REST_MS_MAX)
  return { outcome: 'snoozed', untilMs, why: 'Consultations are pending.' }
}

interface ReadyOne {
  readonly one: UnreadConsultation
  readonly answer: Extract<JudgedAnswer, { verdict: 'ready' }>
  readonly at: Date
}

/** An answer that is ready is put into `ready`; any other ending is written here. */
async function readOne(tools: ReadingTools, one: UnreadConsultation, ready: ReadyOne[]) {
  const judged = await readAnswer(tools, one)
  const at = new Date(tools.clock.now())
  switch (judged.verdict) {
    case 'ready':
      ready.push({ one, answer: judged, at })
      return
    case 'failed':
      await tools.consultations.failed({ ...judged, id: one.id, at })
      return
    case 'pending':
      return again(tools, one, { stage: judged.stage, problem: '', deadline: one.deadlineAt })
    case 'unreadable':
      return again(tools, one, {
        stage: one.stage,
        problem: `${READING_PROBLEMS.unreadable}: ${judged.why}`,
        deadline: new Date(one.deadlineAt.getTime() - UNREADABLE_MS_LESS * tools.pace.scale),
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
    if (error.code === 'answer-unfit') return { verdict: 'unreadable', why: String(error.cause) }
    return { verdict: 'unreached', why: error.message }
  }
}

/** In one transaction, but for two answers of one vehicle; one by one if that fails. */
async function recordReady(tools: ReadingTools, ready: readonly ReadyOne[]): Promise<void> {
  if (ready.length === 0) return
  const first = [...new Map(ready.toReversed().map((each) => [each.one.vehicleId, each])).values()]
  try {
    await recordTogether(tools, first)
  } catch (error) {
    if (first.length === 1) throw error
    // What keeps one answer from being recorded must not keep the others.
    for (const each of first) await recordTogether(tools, [each])
  }
  await recordReady(
    tools,
    ready.filter((each) => !first.includes(each)),
  )
}

async function recordTogether(
  { consultations, recordItems }: ReadingTools,
  ready: readonly ReadyOne[],
): Promise<void> {
  const endings = ready.map(({ one, answer: { items: _items, ...rest }, at }) => {
    return { ...rest, id: one.id, at }
  })
  await consultations.transaction(async (tx) => {
    const ended = await consultations.ready(endings, tx)
    const answers = ready.flatMap(({ one, answer: { items }, at }) => {
      const { id: consultationId, vehicleId, renavam, uf } = one
      return ended.has(consultationId)
        ? [{ vehicleId, renavam, uf, consultationId, items, at }]
        : []
    })
    if (answers.length > 0) await recordItems(tx, answers)
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
