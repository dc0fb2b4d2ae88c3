/**
 * One world from one seed: a fleet, a service, an authority, processes that die, and judges. The
 * same seed is the same story, told by the hash of its log.
 */
import type { JournalRecord } from '../../src/database/journal.ts'
import { seededRandom, type Random } from '../../src/random.ts'
import { openChronicle, type Chronicle, type Story } from './chronicle.ts'
import { judgeBooks } from './invariants/books.ts'
import { isAsking, isAtRest, judgeEnding } from './invariants/ending.ts'
import { openRequestJudge } from './invariants/requests.ts'
import { openThingJudge } from './invariants/things.ts'
import type { Checkpoint, Ledger } from './ledger/ledger.ts'
import { drawParameters, type Parameters } from './parameters.ts'
import { openProcess } from './process.ts'
import { Endless, openScheduler, type Scheduler } from './scheduler.ts'
import { drawDebts } from './service/authority.ts'
import type { ServiceTools } from './service/service.ts'
import type { ServiceState } from './service/state.ts'
import { requestWindow } from './service/windows.ts'
import { simulatedFleet, simulatedSecret } from './simulated-fleet.ts'
import { startWorker, type StartTools } from './start-worker.ts'
import type { SentRequest } from './send-request.ts'
import { withOrderedYields } from './timers.ts'
import { noWrapping, type Wrapping } from './wrapping.ts'
import { planEvents } from './worlds-events.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 10, 21, 12)
/** After the last fault: quota, held orders and their look-ups, and some more. */
const CALM_MS_MAX = 60 * HOUR_MS
const CAMPAIGN_RETRY_MS = 10 * 60_000
const RESTART_MS_MAX = 120_000
const FREEZE_MS_MAX = 20 * 60_000
/** Of the turns after which an embedded ledger is on the disk as it is. */
const REMEMBERS_SHARE = 0.02

export interface WorldOptions {
  readonly seed: number
  readonly wrapping?: Wrapping
  /** Some of the drawn parameters replaced, for a bug that needs a certain kind of world. */
  readonly changes?: Partial<Parameters>
  readonly keepLog?: boolean
  readonly openLedger: (scheduler: Scheduler) => Promise<Ledger>
}

export function runWorld(options: WorldOptions): Promise<Story> {
  return withOrderedYields(() => new World(options).run())
}

class World {
  readonly #options: WorldOptions
  readonly #parameters: Parameters
  readonly #random: Random
  readonly #scheduler: Scheduler
  readonly #chronicle: Chronicle
  readonly #durable: JournalRecord[] = []
  readonly #alive = new Set<string>()
  #calm = false
  #over = false
  #started = 0
  #campaignId: string | undefined
  #kept: Checkpoint | undefined

  constructor(options: WorldOptions) {
    this.#options = options
    this.#parameters = { ...drawParameters(seededRandom(options.seed)), ...options.changes }
    this.#random = seededRandom(options.seed ^ 0x5f3759df)
    this.#scheduler = openScheduler(this.#random, START_MS)
    const elapsedMs = (): number => this.#scheduler.nowMs() - START_MS
    this.#chronicle = openChronicle({ elapsedMs }, options.keepLog === true)
  }

  async run(): Promise<Story> {
    const ledger = await this.#options.openLedger(this.#scheduler)
    const { campaigns, campaignEachMs, lastCampaignMs } = this.#parameters
    const chaosMs = (campaigns - 1) * campaignEachMs + lastCampaignMs
    const fleet = simulatedFleet(this.#parameters.vehicles)
    await ledger.addFleet(fleet, new Date(START_MS))
    const renavams = fleet.map(({ renavam }) => renavam)
    const state: ServiceState = { debts: [], vehicles: [], consultations: [], orders: [] }
    for (const renavam of renavams) {
      state.debts.push(...drawDebts(this.#random, renavam, this.#parameters.debtsEach))
    }
    const { service, requests, things, network } = this.#openNetwork(ledger, state)
    planEvents({
      scheduler: this.#scheduler,
      random: this.#random,
      parameters: this.#parameters,
      service,
      ledger,
      renavams,
      startMs: START_MS,
      chaosMs,
      onPaid: (order) => {
        this.#chronicle.count('orders paid')
        things.paid(order)
      },
      log: (line) => this.#chronicle.tell(line),
      judge: (facts) => judgeBooks(facts, state, this.#chronicle.broken),
    })
    for (let count = 0; count < campaigns; count += 1) {
      this.#scheduler.at(START_MS + count * campaignEachMs, () => this.#openCampaign(ledger))
    }
    for (let count = 0; count < this.#parameters.workers; count += 1) {
      this.#start(`w${count + 1}`, ledger, network)
    }
    this.#scheduler.at(START_MS + chaosMs, async () => this.#calmDown(ledger))
    await this.#live()
    const facts = await ledger.facts()
    const nowMs = this.#scheduler.nowMs()
    judgeBooks(facts, state, this.#chronicle.broken)
    const { lagMs } = this.#parameters.habits
    judgeEnding({ facts, state, requests, nowMs, lagMs, broken: this.#chronicle.broken })
    for (const [name, window] of Object.entries(network.windows)) {
      if (window.most() > window.limit) {
        this.#chronicle.broken(
          'quota',
          `${window.most()} ${name} in an hour, the limit is ${window.limit}`,
        )
      }
    }
    for (const { kind, state: end } of facts.effects) {
      this.#chronicle.count(`effect: ${kind} ${end}`)
    }
    const history = this.#options.keepLog === true ? await ledger.history() : []
    return this.#chronicle.end(this.#options.seed, history)
  }

  async #live(): Promise<void> {
    try {
      await this.#scheduler.run(() => this.#over)
    } catch (error) {
      if (!(error instanceof Endless)) throw error
      this.#chronicle.broken('converges', error.message)
    }
  }

  /** A campaign closes when nobody of it is asked any more; until then there is no other one. */
  async #openCampaign(ledger: Ledger): Promise<void> {
    const nowMs = this.#scheduler.nowMs()
    if (this.#calm) return
    if (isAsking(await ledger.facts())) {
      this.#scheduler.at(nowMs + CAMPAIGN_RETRY_MS, () => this.#openCampaign(ledger))
      return
    }
    this.#chronicle.tell('a campaign opens')
    this.#campaignId = await ledger.openCampaign(new Date(nowMs))
  }

  #openNetwork(ledger: Ledger, state: ServiceState) {
    const { habits, embedded } = this.#parameters
    const random = seededRandom(this.#options.seed ^ 0x2545f491)
    const nowMs = (): number => this.#scheduler.nowMs()
    const broken = this.#chronicle.broken
    const journal = embedded ? this.#durable : null
    const lagMs = habits.lagMs
    const requests = openRequestJudge({ ledger, state, journal, lagMs, broken })
    const things = openThingJudge({
      state,
      requests,
      nowMs,
      broken,
      undecidable: () => this.#chronicle.count('undecidable twins'),
      log: (line) => this.#chronicle.tell(line),
    })
    const service: ServiceTools = { state, habits, random, nowMs, watch: things }
    const network = {
      ...this.#parameters,
      scheduler: this.#scheduler,
      random,
      service,
      windows: {
        consultations: requestWindow(this.#parameters.consultationsPerHour),
        orders: requestWindow(this.#parameters.ordersPerHour),
      },
      calm: () => this.#calm,
      count: (fault: string) => this.#chronicle.count(`fault: ${fault}`),
      onLeave: async (sent: Omit<SentRequest, 'number'>) => {
        this.#chronicle.count('requests that left')
        this.#chronicle.tell(`${sent.operation} leaves: ${sent.fault}`)
        return requests.onLeave(sent)
      },
      onElsewhere: (origin: string) => broken('own-origin', `a request went to ${origin}`),
    }
    return { service, requests, things, network }
  }

  #start(slot: string, ledger: Ledger, network: StartTools['network']): void {
    this.#started += 1
    const name = `${slot}.${this.#started}`
    const world = {
      scheduler: this.#scheduler,
      startMs: START_MS,
      wallWrongMs: this.#parameters.wallWrongMs,
    }
    const { crashes, freezes, forgets } = this.#parameters
    const chance = (share: number): boolean => !this.#calm && this.#random.next() < share
    const process = openProcess(world, name, {
      onTurn: (what) => {
        this.#chronicle.tell(`${name} ${what}`)
        this.#remember(ledger)
      },
      dies: () => chance(crashes),
      freezesMs: () => {
        if (!chance(freezes)) return 0
        this.#chronicle.count('freezes')
        return this.#random.next() * FREEZE_MS_MAX
      },
      onDeath: () => {
        this.#chronicle.tell(`${name} dies`)
        this.#chronicle.count('crashes')
        this.#alive.delete(name)
        if (chance(forgets)) this.#forgetLately(ledger)
        const backMs = this.#scheduler.nowMs() + this.#random.next() * RESTART_MS_MAX
        this.#scheduler.at(backMs, async () => this.#start(slot, ledger, network))
      },
    })
    this.#alive.add(name)
    const starting = startWorker({
      process,
      ledger,
      durable: this.#durable,
      network,
      parameters: this.#parameters,
      secret: simulatedSecret,
      random: this.#random,
      wrapping: this.#options.wrapping ?? noWrapping,
      campaignId: () => this.#campaignId,
      over: () => this.#over,
      goneOf: async (holders) => holders.filter((holder) => !this.#alive.has(holder)),
      onBug: (error) => this.#chronicle.broken('no-bug', String(error)),
    })
    starting.catch((error: unknown) => this.#chronicle.broken('no-bug', String(error)))
  }

  /** Now and then what is in memory reaches the disk. */
  #remember(ledger: Ledger): void {
    if (ledger.checkpoint === null || this.#parameters.forgets === 0) return
    if (this.#calm || this.#random.next() >= REMEMBERS_SHARE) return
    this.#kept = ledger.checkpoint()
  }

  /**
   * The machine dies with the process: not before its transaction was rolled back. A campaign that
   * was forgotten is opened again, as the next run would do.
   */
  #forgetLately(ledger: Ledger): void {
    this.#scheduler.at(this.#scheduler.nowMs(), async () => {
      const kept = this.#kept
      if (kept === undefined) return
      if (
        !this.#durable.every(({ effectId }) => typeof effectId === 'string' && kept.knows(effectId))
      )
        return
      this.#chronicle.tell('the ledger forgets')
      this.#chronicle.count('crashes that took what was not on the disk')
      kept.restore()
      const { members } = await ledger.facts()
      if (members.some(({ campaignId }) => campaignId === this.#campaignId)) return
      this.#campaignId = members.at(-1)?.campaignId
      await this.#openCampaign(ledger)
    })
  }

  /** Faults are over: from now on it is looked each hour whether everything came to rest. */
  #calmDown(ledger: Ledger): void {
    this.#calm = true
    this.#chronicle.tell('calm')
    const untilMs = this.#scheduler.nowMs() + CALM_MS_MAX
    const look = async (): Promise<void> => {
      const facts = await ledger.facts()
      const nowMs = this.#scheduler.nowMs()
      this.#over = isAtRest(facts) || nowMs >= untilMs
      this.#scheduler.at(nowMs + HOUR_MS, look)
    }
    this.#scheduler.at(this.#scheduler.nowMs() + HOUR_MS, look)
  }
}
