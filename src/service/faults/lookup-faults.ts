/** Faults of a simulated consultation: its wait, its stages and its answer. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { debtFingerprint } from '../../fleet/debt-identity.ts'
import { UFS } from '../../fleet/uf.ts'
import type { AnsweredItem, LookupProgress, LookupQuestion } from '../debt-lookup.ts'
import { lookupWords } from '../simulation/lookup-failure.ts'
import { catalogue, type FaultAt, isFaultName } from './fault.ts'
import { PLATE_RANGE } from './plate-rules.ts'
import type { CoverageException, Rule } from './scenario.ts'
import { fieldsOf } from '../../fields.ts'

export type LookupFault = FaultAt<'lookup'>

export type LookupFaults = ReturnType<typeof openLookupFaults>

export function openLookupFaults(coverage: readonly CoverageException[], rules: readonly Rule[]) {
  const current = new AsyncLocalStorage<LookupFault | null>()
  const named = [PLATE_RANGE, ...rules.flatMap(({ when }) => when.plate ?? [])]
  const dark = new Set(coverage.filter((each) => each.consultation === false).map(({ uf }) => uf))
  return {
    /** Runs `work` with the fault that was chosen for its request; `chosen` returns it inside. */
    during: <Result>(fault: LookupFault | null, work: () => Promise<Result>): Promise<Result> =>
      current.run(fault, work),
    chosen: (): LookupFault | null => current.getStore() ?? null,
    /** Applies coverage exceptions, and a debt for plates that rules name, whatever the fault. */
    inWorld: (question: LookupQuestion, answer: LookupProgress): LookupProgress => {
      const uf = UFS.find((each) => each === question.vehicle.uf)
      if (uf !== undefined && dark.has(uf)) return failedWith('state_not_covered', uf)
      const isNamed = named.some((prefix) => question.vehicle.plate.startsWith(prefix))
      return isNamed ? owing(question, answer) : answer
    },
  }
}

const FAULT_MARK = 'fault '

/** A fault is stored as its consultation's provider reference, so that it outlives a restart. */
export function referenceOf(fault: LookupFault | null): string {
  return fault === null ? '' : `${FAULT_MARK}${JSON.stringify(fault)}`
}

/** Null without the mark, which only `referenceOf` writes; no live reference begins with it. */
export function faultIn(reference: string): LookupFault | null {
  if (!reference.startsWith(FAULT_MARK)) return null
  const fault: unknown = JSON.parse(reference.slice(FAULT_MARK.length))
  return isLookupFault(fault) ? fault : null
}

function isLookupFault(value: unknown): value is LookupFault {
  const { fault } = fieldsOf(value)
  return isFaultName(fault) && catalogue[fault].place === 'lookup'
}

export function failedWith(code: string, uf: string): LookupProgress {
  return { state: 'failed', ...lookupWords(code, uf) }
}

/** Pure. The simulated authorities' answer, changed by the fault. */
export function faultyAnswer(
  fault: LookupFault,
  { vehicle }: LookupQuestion,
  answer: LookupProgress,
): LookupProgress {
  if (fault.fault === 'consultation-failed') {
    return failedWith(fault.code ?? 'authority_unavailable', vehicle.uf)
  }
  if (fault.fault !== 'debt-twice' || answer.state !== 'ready') return answer
  const twice = answer.items.find((item) => item.isPayable && item.dependsOn === null)
  if (twice === undefined) return answer
  const again = fault.reworded === true ? reworded(twice, vehicle) : twice
  return { ...answer, items: [...answer.items, again] }
}

/** The same debt with another description, as when two authorities report it. */
function reworded(item: AnsweredItem, vehicle: LookupQuestion['vehicle']): AnsweredItem {
  const description = `${item.description} (2º registro)`
  const fingerprint = debtFingerprint({ ...item, description, ...vehicle })
  return { ...item, description, fingerprint }
}

const TICKET_CENTS = 13_016n

/**
 * A plate that a rule names always gets an answer with a debt to pay, so that every fault can be
 * shown; chance would leave a quarter of them clean.
 */
function owing({ vehicle, askedAtMs, settled }: LookupQuestion, answer: LookupProgress) {
  if (answer.state === 'pending') return answer
  const items = answer.state === 'ready' ? answer.items : []
  if (items.some((item) => item.isPayable && item.dependsOn === null)) return answer
  const year = new Date(askedAtMs).getUTCFullYear() - 1
  const ticket = {
    kind: 'ticket',
    group: 'ticket',
    description: 'Estacionar em desacordo com a sinalização',
    amountCents: TICKET_CENTS,
    dueDate: `${year}-11-30`,
    year,
    dependsOn: null,
    isPayable: true,
    providerReference: '',
  } as const
  const owed = { ...ticket, fingerprint: debtFingerprint({ ...ticket, ...vehicle }) }
  const isSettled = settled.includes(owed.fingerprint)
  return { state: 'ready', items: isSettled ? items : [...items, owed] } as const
}
