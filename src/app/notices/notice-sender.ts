/**
 * Tells people what happened, beside the work and after it. What cannot be told now stays in the
 * ledger for the next try, by this process or another one.
 */
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { errorFields } from '../../error-fields.ts'
import { fieldsOf } from '../../fields.ts'
import type { DueNotice } from '../../ledger/notices/notices.ts'
import { openLog, type Log } from '../../log.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { importMessage, personMessage, runMessage } from './message.ts'
import type { Message, Delivery, Receiver } from './message.ts'
import { receiversOf } from './receivers.ts'
import { countOf, personList } from '../reports/exceptions-now.ts'
import { readStages } from '../stages/read-stages.ts'

const LOOK_EVERY_MS = 30_000
/** A try lasts shorter; one whose process was killed is tried again after so long. */
const CLAIMED_MS = 120_000
/** Before each further try. */
const AGAIN_MS = [60_000, 300_000, 900_000, 3_600_000, 10_800_000]
const WAITING_MS_MAX = 48 * 3_600_000
/** At the end of the work; what is not sent then is sent by the next process. */
const END_MS_MAX = 15_000
/** After a signal, within the ten seconds that Docker gives. */
const STOPPED_MS_MAX = 1_500

interface Sending {
  readonly config: Config
  readonly ledger: OpenLedger
  readonly clock: Clock
  readonly stop: AbortSignal
}

/** Undefined where nobody is to be told. Throws `configuration` for a setting that is missing. */
export async function openNotices(sending: Sending): Promise<AsyncDisposable | undefined> {
  const receivers = await receiversOf(sending.config)
  return receivers.length === 0 ? undefined : new NoticeSender(sending, receivers)
}

class NoticeSender implements AsyncDisposable {
  readonly #sending: Sending
  readonly #receivers: readonly Receiver[]
  readonly #log: Log
  readonly #end = new AbortController()
  readonly #looping: Promise<void>

  constructor(sending: Sending, receivers: readonly Receiver[]) {
    this.#sending = sending
    this.#receivers = receivers
    this.#log = openLog(sending.config.LOG_LEVEL)
    this.#looping = this.#loop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { clock, stop } = this.#sending
    this.#end.abort()
    const over = new AbortController()
    const last = this.#looping.then(() => this.#look()).finally(() => over.abort())
    await Promise.race([last, clock.sleep(stop.aborted ? STOPPED_MS_MAX : END_MS_MAX, over.signal)])
    // A try that is still under way ends by its own limit, and nobody waits for it.
    last.catch(() => undefined)
  }

  async #loop(): Promise<void> {
    const { clock } = this.#sending
    while (!this.#end.signal.aborted) {
      await this.#look()
      await clock.sleep(LOOK_EVERY_MS, this.#end.signal)
    }
  }

  /** Never rejects: a ledger that is away is asked again at the next look. */
  async #look(): Promise<void> {
    const { ledger, config, clock } = this.#sending
    const nowMs = clock.now()
    try {
      const names = this.#receivers.map(({ name }) => name)
      await collectNotices(ledger, names, { config, nowMs })
      await ledger.notices.giveUp(new Date(nowMs - WAITING_MS_MAX))
      const claim = { at: new Date(nowMs), until: new Date(nowMs + CLAIMED_MS) }
      const sent = new Set<string>()
      for (;;) {
        const due = await ledger.notices.claim(names, claim)
        if (due.every(({ id }) => sent.has(id))) return
        for (const { id } of due) sent.add(id)
        await Promise.all(due.map((notice) => this.#send(notice)))
      }
    } catch (error) {
      this.#log.warn({ kind: 'notice', ...errorFields(error) }, 'notices wait for the ledger')
    }
  }

  async #send(notice: DueNotice): Promise<void> {
    const receiver = this.#receivers.find(({ name }) => name === notice.receiver)
    if (receiver === undefined || !isMessage(notice.message)) return
    await this.#note(notice, receiver, await receiver.send({ ...notice.message, id: notice.id }))
  }

  async #note(notice: DueNotice, { kind }: Receiver, delivery: Delivery): Promise<void> {
    const { ledger, clock } = this.#sending
    const fields = { kind, work: notice.id, attempt: notice.attempts }
    if (delivery.isSent) {
      this.#log.info(fields, 'notice sent')
      return ledger.notices.settle(notice, { state: 'sent' }, '')
    }
    const againMs = delivery.isPermanent ? undefined : AGAIN_MS[notice.attempts - 1]
    const state = againMs === undefined ? 'failed' : 'waiting'
    this.#log.warn({ ...fields, state, code: delivery.why }, 'notice not sent')
    const to =
      againMs === undefined
        ? ({ state: 'failed' } as const)
        : ({ state: 'waiting', dueAt: new Date(clock.now() + againMs) } as const)
    await ledger.notices.settle(notice, to, delivery.why)
  }
}

/** Only `collectNotices` writes them. */
function isMessage(value: object): value is Message {
  const { title, text } = fieldsOf(value)
  return typeof title === 'string' && typeof text === 'string'
}

type Ledger = Pick<OpenLedger, 'notices' | 'stores' | 'fleets' | 'quota'>

interface Collecting {
  readonly config: Config
  readonly nowMs: number
}

/** What ended before the first notice is not told: who names a first receiver wants no history. */
const TOLD_WITHIN_MS = 6 * 3_600_000

/** Finds what happened and was not told yet, and writes a notice of it for each receiver. */
async function collectNotices(
  { notices, stores, fleets, quota: gate }: Ledger,
  receivers: readonly string[],
  { config, nowMs }: Collecting,
): Promise<void> {
  const firstMs = (await notices.firstAt())?.getTime() ?? nowMs
  const toldSinceMs = Math.min(firstMs, nowMs - TOLD_WITHIN_MS)
  const since = new Date(Math.max(toldSinceMs, nowMs - WAITING_MS_MAX))
  const at = new Date(nowMs)
  const all = await fleets.all()
  for (const { id, number } of await notices.newRuns(since)) {
    const run = await stores.runs.find(number)
    const fleet = all.find((each) => each.id === run?.fleetId)
    if (run === undefined || fleet === undefined) continue
    const stages = await readStages({ stores, gate, buckets: undefined }, fleet)
    const forPerson = countOf(await personList(stores, fleet.id, { config, shown: 1 }))
    const before = await notices.forPersonBefore(fleet.name)
    const ended = { run, stages, forPerson }
    if (forPerson > (before?.forPerson ?? 0)) {
      const message = personMessage(ended, before, config)
      await notices.add(`person ${id}`, receivers, { message, at })
    }
    await notices.add(`run ${id}`, receivers, { message: runMessage(ended, config), at })
  }
  for (const { id, fleet } of await notices.newImports(since)) {
    const file = await stores.imports.find(id)
    if (file === undefined) continue
    const message = importMessage(file, fleet, config)
    await notices.add(`import ${id}`, receivers, { message, at })
  }
}
