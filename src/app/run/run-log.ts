/** The runs of one process in the operator's log: begun, each stage as it moves on, ended. */
import { errorFields } from '../../error-fields.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import type { RunContext } from './run-context.ts'
import { readStages, vehiclesIn, type Stages } from '../stages/read-stages.ts'
import type { StageName } from '../stages/stage-words.ts'
import { instant } from '../../clock.ts'
import type { LogFields } from '../../log.ts'

/** After the first of some events: those that come meanwhile share the look. */
const LOOK_AFTER_MS = 5_000

interface EndedRun {
  readonly run: Run
  readonly carriedOver: number
  readonly givenUp: readonly unknown[]
}

type Context = Pick<RunContext, 'log' | 'tools' | 'clock'>

export class RunLog implements Disposable {
  readonly #context: Context
  readonly #fleets = new Map<Run, Fleet>()
  /** The state of each fleet's stages that was written last. */
  readonly #written = new Map<string, string>()
  readonly #end = new AbortController()
  #looking: Promise<void> | undefined

  constructor(context: Context) {
    this.#context = context
  }

  async began(run: Run, fleet: Fleet): Promise<void> {
    const { log, tools } = this.#context
    this.#fleets.set(run, fleet)
    const file = run.importId === null ? undefined : await tools.stores.imports.find(run.importId)
    const fields = file === undefined ? {} : { import: file.id, sha256: file.sha256 }
    const { number, command, fleetName, simulated } = run
    const mode = simulated ? 'simulated' : 'real'
    log.info({ run: number, fleet: fleetName, command, mode, ...fields }, 'run started')
  }

  /** Writes the stages whose state has changed, soon; costs nothing where nobody reads it. */
  look(): void {
    const { log, clock } = this.#context
    if (!log.isLevelEnabled('info')) return
    this.#looking ??= clock
      .sleep(LOOK_AFTER_MS, this.#end.signal)
      .then(() => (this.#end.signal.aborted ? undefined : this.#look()))
      // The run itself reports a ledger that is away.
      .catch(() => undefined)
      .finally(() => (this.#looking = undefined))
  }

  [Symbol.dispose](): void {
    this.#end.abort()
  }

  async ended({ run, carriedOver, givenUp }: EndedRun): Promise<void> {
    const { log } = this.#context
    this.#end.abort()
    await this.#looking
    if (log.isLevelEnabled('info')) await this.#look()
    const fields = {
      ...this.#fieldsOf(run),
      state: run.state,
      carriedOver,
      givenUp: givenUp.length,
    }
    log.info({ ...fields, seconds: this.#secondsOf(run) }, 'run ended')
  }

  failed(run: Run, error: unknown): void {
    const fields = { ...this.#fieldsOf(run), state: 'failed', seconds: this.#secondsOf(run) }
    const { log } = this.#context
    // A failure is told to people by the command, once; an unexpected error is the operator's.
    const level = error instanceof Failure ? 'info' : 'error'
    log[level]({ ...fields, ...errorFields(error) }, 'run ended')
  }

  async #look(): Promise<void> {
    const { log, tools } = this.#context
    for (const [run, fleet] of this.#fleets) {
      const stages = await readStages(tools, fleet)
      for (const { stage, state, fields } of stageFacts(stages)) {
        const key = `${fleet.id} ${stages.file?.id ?? ''} ${stage}`
        if (this.#written.get(key) === state) continue
        this.#written.set(key, state)
        log.info({ ...this.#fieldsOf(run), stage, state, ...fields }, 'stage')
      }
    }
  }

  #fieldsOf({ number, fleetName }: Run) {
    return { run: number, fleet: fleetName }
  }

  #secondsOf({ startedAt }: Run): number {
    return Math.round((this.#context.clock.now() - startedAt.getTime()) / 1_000)
  }
}

interface StageFacts {
  readonly stage: StageName
  /** The stage's line is written when this changes. */
  readonly state: 'applied' | 'done' | 'working' | 'waits'
  readonly fields: LogFields
}

type Bucket = NonNullable<Stages['quota']>['orders']

/** Pure. What a log says of each stage of a run: its state, and its counts. */
function stageFacts({ file, vehicles, consultations, orders, quota }: Stages): StageFacts[] {
  const facts: StageFacts[] = []
  if (file !== undefined) {
    const { id, sha256, read, accepted, repaired, rejected } = file
    const fields = { import: id, sha256, read, accepted, repaired, rejected }
    facts.push({ stage: 'import', state: 'applied', fields })
  }
  if (vehiclesIn(vehicles) > 0) {
    const state = vehicles.waiting > 0 ? 'working' : 'done'
    facts.push({ stage: 'register', state, fields: vehicles })
  }
  const { excluded: _, ...counts } = consultations
  const { waiting, asked, members } = counts
  if (members > 0) {
    facts.push({ stage: 'consult', ...open({ waiting, asked }, quota?.consultations, counts) })
  }
  const { proposed, proposedCents, approved, placed, placedCents, paid } = orders
  if (proposed + approved + placed > 0) {
    const cents = Number(proposedCents + placedCents)
    const fields = { proposed, approved, placed, paid, cents }
    facts.push({ stage: 'order', ...open({ waiting: approved, asked: 0 }, quota?.orders, fields) })
  }
  return facts
}

/** What waits for a slot of `bucket` waits until one is free. */
function open(
  { waiting, asked }: Readonly<Record<'waiting' | 'asked', number>>,
  bucket: Bucket | undefined,
  fields: LogFields,
): Omit<StageFacts, 'stage'> {
  if (waiting === 0 || bucket?.free !== 0) {
    return { state: waiting + asked === 0 ? 'done' : 'working', fields }
  }
  const until = instant(bucket.nextFreeAtMs)
  return { state: 'waits', fields: { ...fields, bucket: bucket.bucket, until } }
}
