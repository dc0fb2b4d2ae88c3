/** Answers one request of a simulated service with the faults that the rules choose for it. */
import type { Socket } from 'node:net'
import type { Clock } from '../../clock.ts'
import { detail } from '../../contract/problem.ts'
import { answerCall, type ApiCall, countCall, handleCounted, type LooseReply } from '../api-call.ts'
import { keepSlot } from '../quota/keep-slot.ts'
import { refundSlot } from '../quota/refund-slot.ts'
import type { Slot } from '../receipt.ts'
import type { ServiceTools } from '../service-tools.ts'
import { chooseFault, needsPlate, type NumberedRule, type RequestFacts } from './choose-fault.ts'
import { actsAt, type Fault, type FaultAt, type FaultPlace } from './fault.ts'
import type { HiddenObjects } from './hidden-objects.ts'
import { answerUnder, type FaultyReply } from './http-faults.ts'
import { withLag } from './lagging-vehicles.ts'
import type { LateRequests } from './late-requests.ts'
import type { LookupFaults } from './lookup-faults.ts'
import { anyPlateOfRange, plateOf } from './plate-of.ts'
import { isPlateOfRange } from './plate-rules.ts'
import type { RuleCounters } from './rule-counters.ts'
import { handleUnder } from './store-faults.ts'
import { showFaulty } from './view-faults.ts'
import { fieldsOf } from '../../fields.ts'

/** The connection of a request, and its path and query. */
export interface Arrival {
  readonly socket: Socket
  readonly address: string
}

export interface FaultState {
  readonly rules: readonly NumberedRule[]
  /** Whether rules apply: with a scenario, and else once a plate of the range was seen. */
  readonly awake: { is: boolean | undefined }
  readonly counters: RuleCounters
  readonly late: LateRequests
  readonly hidden: HiddenObjects
  readonly lookup: LookupFaults
  readonly serverErrorsUseQuota: boolean
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal
}

export async function answerFaulty(
  state: FaultState,
  tools: ServiceTools,
  call: ApiCall,
  from: Arrival,
): Promise<FaultyReply> {
  if (!(await isAwake(state, tools, call))) return await answerCall(tools, call)
  await state.late.runDue()
  if (Object.values(call.request.params).some((id) => state.hidden.isUnreadable(id))) {
    return { status: 404, body: { detail: detail.notFound } }
  }
  const facts = await factsOf(state, tools, call)
  let slot: Slot | null | undefined
  const take = async (): Promise<void> => {
    if (slot === undefined) slot = await countCall(tools, call)
  }
  return await answerUnder(chosen(state, facts, 'http'), {
    // Without the processing nothing else would keep the slot.
    count: async () => {
      await take()
      if (slot) await keepSlot(tools.db, slot)
    },
    process: async () => {
      await take()
      return await process(state, tools, call, { facts, slot: slot ?? null })
    },
    refund: async () => {
      if (slot) await refundSlot(tools, slot)
    },
    late: state.late,
    serverErrorsUseQuota: state.serverErrorsUseQuota,
    hold: (ms) => hold(tools.clock, from.socket, state.stopping, ms),
    address: from.address,
  })
}

async function hold(clock: Clock, socket: Socket, stopping: AbortSignal, ms: number) {
  const ended = new AbortController()
  const end = (): void => ended.abort()
  socket.once('close', end)
  try {
    await clock.sleep(ms, AbortSignal.any([ended.signal, stopping]))
  } finally {
    // A connection that is kept alive carries thousands of requests.
    socket.off('close', end)
  }
}

/** Spares a service without scenario and without a plate of the range all rules and queries. */
async function isAwake(state: FaultState, tools: ServiceTools, call: ApiCall): Promise<boolean> {
  if (state.awake.is === true) return true
  const { plate } = fieldsOf(call.request.body)
  if (typeof plate === 'string' && isPlateOfRange(plate)) state.awake.is = true
  state.awake.is ??= await anyPlateOfRange(tools.db)
  return state.awake.is
}

async function factsOf({ rules }: FaultState, tools: ServiceTools, call: ApiCall) {
  const { id: operation, method } = call.operation
  const account = call.caller?.accountId ?? null
  const facts = { operation, method, account, plate: null }
  // Rules of `view` and `payments` get the plate from the object that they change.
  const byRequest = rules.filter(
    ({ fault }) => !actsAt(fault, 'view') && !actsAt(fault, 'payments'),
  )
  if (account === null || !byRequest.some((rule) => needsPlate(rule, facts))) return facts
  return { ...facts, plate: await plateOf(tools.db, account, call.request) }
}

function chosen<Place extends FaultPlace>(
  { rules, counters }: FaultState,
  facts: RequestFacts,
  place: Place,
): Extract<Fault, FaultAt<Place>> | null {
  const here = rules.filter(({ fault: each }) => actsAt(each, place))
  const key = `${facts.account ?? ''} ${facts.plate ?? ''}`
  const fault = chooseFault(here, facts, (rule) => counters.meet(rule, key))
  return fault !== null && actsAt(fault, place) ? fault : null
}

/** The due faults of a place that act together: for each fault name the first due rule. */
function chosenTogether<Place extends FaultPlace>(
  state: FaultState,
  facts: RequestFacts,
  place: Place,
): Extract<Fault, FaultAt<Place>>[] {
  const here = state.rules.filter(({ fault }) => actsAt(fault, place))
  const names = new Set(here.map(({ fault }) => fault.fault))
  return [...names].flatMap((name) => {
    const rules = here.filter(({ fault }) => fault.fault === name)
    return chosen({ ...state, rules }, facts, place) ?? []
  })
}

async function process(
  state: FaultState,
  tools: ServiceTools,
  call: ApiCall,
  { facts, slot }: { facts: RequestFacts; slot: Slot | null },
): Promise<LooseReply> {
  const atLookup = chosen(state, facts, 'lookup')
  const stored = await state.lookup.during(atLookup, () =>
    handleUnder(
      chosenTogether(state, facts, 'store'),
      { db: tools.db, hidden: state.hidden },
      call,
      () => handleCounted(tools, call, slot),
    ),
  )
  const hidden = facts.account === null ? undefined : state.hidden.of(facts.account)
  const body = hidden === undefined ? stored.body : await withLag(tools.db, hidden, stored.body)
  const shown = showFaulty(body, (plate) => chosenTogether(state, { ...facts, plate }, 'view'))
  return { ...stored, body: shown }
}
