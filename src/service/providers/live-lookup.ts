/**
 * Consultations through another Vehicle Debt Integration Service. Each look does one step and says
 * how far it came; trouble on the way is a wait, never a throw.
 */
import type { Consultation } from '../../contract/consultation.ts'
import { mercosulForm, normalizePlate } from '../../fleet/plate.ts'
import type { DebtLookup, LookupProgress, LookupQuestion, PendingStage } from '../debt-lookup.ts'
import { askLive, type LiveService } from './live-answer.ts'
import { answeredItems, ITEMS_MAX } from './live-items.ts'
import { againAtMs, limitedUntilMs, pendingAtMs, SKEW_MS, UNREACHABLE_MS_MAX } from './live-pace.ts'
import { type LookupStep, readStep, writeStep } from './live-reference.ts'
import { findVehicle } from './live-vehicle.ts'
import {
  answerUnusable,
  providerUnavailable,
  registrationRefused,
  theirFailure,
} from './live-words.ts'

type Step<Name extends LookupStep['step']> = Extract<LookupStep, { step: Name }>

/** A consultation that is still pending after this fails with `lookup_timeout`. */
const PENDING_MS_MAX = 6 * 3_600_000
/** A question whose answer was lost is looked for this long before it is asked again. */
const DOUBT_MS_MAX = 60_000

export function liveLookup(live: LiveService): DebtLookup {
  const steps = { ...live, asking: { notBeforeMs: 0 } }
  return {
    mode: 'live',
    pendingMsMax: PENDING_MS_MAX,
    // Nothing is sent before the question is recorded: a reader's look asks it.
    begin: async ({ askedAtMs }) => ({ reference: '', lookAtMs: askedAtMs }),
    look: async (question, reference, nowMs) => {
      const step = readStep(reference)
      if (step.step === 'find') return await find(steps, question, step, nowMs)
      if (step.step === 'ask') return await ask(steps, question, step, nowMs)
      return await read(steps, question, step, nowMs)
    },
  }
}

/** `notBeforeMs`: until when the other service said that it takes no consultations. */
interface Steps extends LiveService {
  readonly asking: { notBeforeMs: number }
}

async function find(
  live: LiveService,
  question: LookupQuestion,
  step: Step<'find'>,
  nowMs: number,
): Promise<LookupProgress> {
  const vehicle = await findVehicle(live, question.vehicle)
  if (vehicle.found === 'limited') return limited(step, vehicle.retryAfterMs, nowMs)
  if (vehicle.found === 'refused') return registrationRefused(vehicle.detail)
  if (vehicle.found === 'later') return trouble(step, nowMs)
  const baseline = vehicle.latest ?? 'none'
  const { troubleMs } = step
  return waiting({ step: 'ask', vehicleId: vehicle.id, baseline, troubleMs, doubtMs: 0 }, nowMs)
}

/** Looks before it asks, every time: the step may have been cut short after the question. */
async function ask(live: Steps, question: LookupQuestion, step: Step<'ask'>, nowMs: number) {
  const params = { vehicle_id: step.vehicleId }
  const latest = await askLive(live, 'latestConsultation', { params })
  if (latest.got === 'body' && isNew(latest.body, step, question)) {
    return opened(latest.body, question, nowMs)
  }
  if (latest.got === 'limited') return limited(step, latest.retryAfterMs, nowMs)
  const isNone = latest.got === 'refused' && latest.status === 404
  if (latest.got !== 'body' && !isNone) return trouble(step, nowMs)
  if (step.doubtMs > nowMs - DOUBT_MS_MAX) return trouble(step, nowMs)
  const { notBeforeMs } = live.asking
  if (notBeforeMs > nowMs) return limited(step, notBeforeMs - nowMs, nowMs)
  const asked = await askLive(live, 'createConsultation', { params })
  if (asked.got === 'body') return opened(asked.body, question, nowMs)
  if (asked.got === 'doubt') {
    const troubleMs = step.troubleMs === 0 ? nowMs : step.troubleMs
    // Not given up here, however old the trouble is: the question may have arrived.
    return waiting({ ...step, doubtMs: nowMs, troubleMs }, againAtMs(nowMs, nowMs))
  }
  if (asked.got === 'limited') {
    live.asking.notBeforeMs = limitedUntilMs(nowMs, asked.retryAfterMs)
    // One whose answer was lost may still appear, and is known by what was there before it.
    const next = step.doubtMs === 0 ? again(step) : step
    return limited(next, asked.retryAfterMs, nowMs)
  }
  // Gone or deactivated there: it is looked for again, and registered if it must be.
  const isGone = asked.got === 'refused' && [404, 409].includes(asked.status)
  return trouble(isGone ? again(step) : step, nowMs)
}

/** Nothing was asked: another account may change the vehicle there before there is room. */
function again({ troubleMs }: LookupStep): LookupStep {
  return { step: 'find', troubleMs }
}

/** About what another account made of the vehicle there meanwhile. */
function isOthers({ plate }: Consultation, { vehicle }: LookupQuestion): boolean {
  return mercosulForm(normalizePlate(plate)) !== mercosulForm(normalizePlate(vehicle.plate))
}

/** Neither the one from before, nor an older one that a list which lags behind still shows. */
function isNew(latest: Consultation, step: Step<'ask'>, question: LookupQuestion): boolean {
  const madeAtMs = Date.parse(latest.created_at ?? '')
  const isOld = latest.id === step.baseline || madeAtMs < question.askedAtMs - SKEW_MS
  return !isOld && !isOthers(latest, question)
}

async function read(
  live: LiveService,
  question: LookupQuestion,
  step: Step<'read'>,
  nowMs: number,
): Promise<LookupProgress> {
  const params = { consultation_id: step.consultationId }
  const answer = await askLive(live, 'getConsultation', { params })
  if (answer.got === 'limited') return limited(step, answer.retryAfterMs, nowMs)
  if (answer.got !== 'body') return trouble(step, nowMs)
  const { body } = answer
  if (isOthers(body, question)) return trouble(again(step), nowMs)
  if (body.status === 'failed') return theirFailure(body)
  if (body.status === 'ready') {
    if (body.items.length > ITEMS_MAX) return answerUnusable
    return { state: 'ready', items: answeredItems(body, question.vehicle) }
  }
  const stage = body.stage === 'collecting' ? 'collecting' : 'searching'
  return waiting({ ...step, troubleMs: 0 }, pendingAtMs(nowMs, question.askedAtMs), stage)
}

/** The question is theirs now; what it says already is read at once. */
function opened(asked: Consultation, question: LookupQuestion, nowMs: number): LookupProgress {
  const step = { step: 'read', consultationId: asked.id, troubleMs: 0 } as const
  if (isOthers(asked, question)) return trouble(again(step), nowMs)
  const lookAtMs = asked.status === 'pending' ? pendingAtMs(nowMs, nowMs) : nowMs
  return waiting(step, lookAtMs)
}

/** A full quota is no trouble: the question waits in line. */
function limited(step: LookupStep, retryAfterMs: number | null, nowMs: number): LookupProgress {
  return waiting({ ...step, troubleMs: 0 }, limitedUntilMs(nowMs, retryAfterMs))
}

function trouble(step: LookupStep, nowMs: number): LookupProgress {
  const troubleMs = step.troubleMs === 0 ? nowMs : step.troubleMs
  if (nowMs - troubleMs >= UNREACHABLE_MS_MAX) return providerUnavailable
  return waiting({ ...step, troubleMs }, againAtMs(nowMs, troubleMs))
}

/** Looked at again at `lookAtMs`: in the same read where that is now. */
function waiting(
  step: LookupStep,
  lookAtMs: number,
  stage: PendingStage = step.step === 'read' ? 'searching' : 'queued',
): LookupProgress {
  return { state: 'pending', stage, lookAtMs, reference: writeStep(step) }
}
