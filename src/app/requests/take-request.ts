/**
 * Takes the oldest open request that no living process does, and does it. A process does one at a
 * time, so one that it has while it takes another is one whose end it could not store.
 */
import type { Clock } from '../../clock.ts'
import { Failure, sentenceOf } from '../../failure.ts'
import type { RunRequest } from '../../ledger/runs/run-requests.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

type RequestLedger = Pick<OpenLedger, 'requests' | 'leases'>

export interface RequestTaking {
  /** Opens the ledger for some statements; the run itself may own it meanwhile. */
  readonly use: <T>(work: (ledger: RequestLedger) => Promise<T>) => Promise<T>
  /** Names this process, as leases do. */
  readonly holder: string
  readonly clock: Pick<Clock, 'now'>
  /** Aborts when this process is to end: the request is left to the next one. */
  readonly stop: AbortSignal
  readonly run: (request: RunRequest) => Promise<void>
  /** Called for every unexpected error; the request says only that there was one. */
  readonly onBug: (error: unknown) => void
}

/** `later`: another process has what this one needs, and the request waits. */
export type Ended = 'done' | 'later'

/** What to do, once it is taken; undefined when nobody asked for anything. */
export type TakenRequest = (() => Promise<Ended>) | undefined

/** Both this and the work reject as the ledger does. */
export async function takeRequest(taking: RequestTaking): Promise<TakenRequest> {
  const request = await taking.use((ledger) => takeOldest(ledger, taking.holder))
  return request && (() => doTaken(taking, request))
}

async function doTaken(taking: RequestTaking, request: RunRequest): Promise<Ended> {
  const { use, holder, clock, stop } = taking
  const error = await taking.run(request).then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('A run ended with nothing to say.'),
  )
  const isTaken = error instanceof Failure && error.code === 'already-running'
  // A stop of this process ends no request: the next process goes on from the ledger.
  if (isTaken || stop.aborted) {
    await use(({ requests }) => requests.release(request, holder))
    return 'later'
  }
  const failure = error === undefined ? undefined : asFailure(error, taking.onBug)
  const ended = { at: new Date(clock.now()), failure }
  await use(({ requests }) => requests.end(request, holder, ended))
  return 'done'
}

async function takeOldest({ requests, leases }: RequestLedger, holder: string) {
  const open = await requests.open()
  if (open.length === 0) return undefined
  const gone = await leases.gone(open.flatMap((each) => each.holder ?? []))
  for (const request of open) {
    const isFree = [null, holder, ...gone].includes(request.holder)
    if (isFree && (await requests.take(request, holder))) return { ...request, holder }
  }
  return undefined
}

function asFailure(error: unknown, onBug: (error: unknown) => void): object {
  const isExpected = error instanceof Failure
  if (!isExpected) onBug(error)
  return { code: isExpected ? error.code : 'service-refused', ...sentenceOf(error) }
}
