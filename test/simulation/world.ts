/**
 * One world from one seed: a fleet, a service, an authority, processes that die, and judges. The
 * same seed is the same story, told by the hash of its log.
 */
import { createHash } from 'node:crypto'
import type { JournalRecord } from '../../src/database/journal.ts'
import { seededRandom } from '../../src/random.ts'
import type { Random } from '../../src/random.ts'
import { deriveSecret, ownerContext } from '../../src/secret.ts'
import { noFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { judgeBooks } from './invariants/books.ts'
import { isAsking, isAtRest, judgeEnding } from './invariants/ending.ts'
import { openRequestJudge } from './invariants/requests.ts'
import type { Broken, Rule } from './invariants/rules.ts'
import { openThingJudge } from './invariants/things.ts'
import { ACCOUNT } from './ledger/ledger.ts'
import type { Checkpoint, Ledger } from './ledger/ledger.ts'
import { drawParameters } from './parameters.ts'
import type { Parameters } from './parameters.ts'
import { openProcess } from './process.ts'
import { Endless, openScheduler } from './scheduler.ts'
import type { Scheduler } from './scheduler.ts'
import { drawDebts } from './service/authority.ts'
import type { ServiceTools } from './service/service.ts'
import type { ServiceState } from './service/state.ts'
import { requestWindow } from './service/windows.ts'
import { startWorker } from './start-worker.ts'
import type { StartTools } from './start-worker.ts'
import type { SentRequest } from './send-request.ts'
import { withOrderedYields } from './timers.ts'
import { noWrapping } from './wrapping.ts'
import type { Wrapping } from './wrapping.ts'
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

export interface Story {
  readonly seed: number
  readonly broken: readonly Broken[]
  readonly hash: string
  readonly log: readonly string[]
  readonly figures: Figures
}

const secret = deriveSecret(new Uint8Array(32).fill(7), seededRandom(7))

export function runWorld(options: WorldOptions): Promise<Story> {
  return withOrderedYields(() => new World(options).run())
}

class World {
  readonly #options: WorldOptions
  readonly #parameters: Parameters
  readonly #random: Random
  readonly #scheduler: Scheduler
  readonly #broken: Broken[] = []
  readonly #hash = createHash('sha256')
  readonly #log: string[] = []
  readonly #figures = noFigures()
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
  }

  async run(): Promise<Story> {
    const ledger = await this.#options.openLedger(this.#scheduler)
    const { campaigns, campaignEachMs, lastCampaignMs } = this.#parameters
    const chaosMs = (campaigns - 1) * campaignEachMs + lastCampaignMs
    const renavams = await this.#addFleet(ledger)
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
        this.#figures.paid += 1
        things.paid(order)
      },
      log: (line) => this.#tell(line),
      judge: (facts) => judgeBooks(facts, state, this.#break),
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
    judgeBooks(facts, state, this.#break)
    const { lagMs } = this.#parameters.habits
    judgeEnding({ facts, state, requests, nowMs, lagMs, broken: this.#break })
    for (const [name, window] of Object.entries(network.windows)) {
      if (window.most() > window.limit) {
        this.#break('quota', `${window.most()} ${name} in an hour, the limit is ${window.limit}`)
      }
    }
    if (this.#options.keepLog === true) this.#log.push(...(await ledger.history()))
    return this.#story(facts.effects)
  }

  async #live(): Promise<void> {
    try {
      await this.#scheduler.run(() => this.#over)
    } catch (error) {
      if (!(error instanceof Endless)) throw error
      this.#break('converges', error.message)
    }
  }

  #story(effects: readonly { kind: string; state: string }[]): Story {
    const figures = this.#figures
    figures.seeds = 1
    figures.turns = this.#scheduler.turns()
    for (const { kind, state } of effects) {
      const name = `${kind} ${state}`
      figures.effects[name] = (figures.effects[name] ?? 0) + 1
    }
    const { seed } = this.#options
    return { seed, broken: this.#broken, hash: this.#hash.digest('hex'), log: this.#log, figures }
  }

  readonly #break = (rule: Rule, what: string): void => {
    this.#tell(`BROKEN ${rule}: ${what}`)
    this.#broken.push({ rule, what })
    const { figures } = { figures: this.#figures }
    if (rule === 'one-per-key' || rule === 'paid-once') figures.duplicates += 1
    else if (rule === 'nothing-lost' || rule === 'converges') figures.lost += 1
    else if (rule === 'quota') figures.quotaBreaks += 1
    else figures.broken += 1
  }

  #tell(line: string): void {
    const told = `${this.#scheduler.nowMs() - START_MS} ${line}`
    this.#hash.update(told)
    if (this.#options.keepLog === true) this.#log.push(told)
  }

  async #addFleet(ledger: Ledger): Promise<string[]> {
    const renavams: string[] = []
    for (let count = 0; count < this.#parameters.vehicles; count += 1) {
      renavams.push((10_000_000_000 + count).toString())
    }
    const vehicles = renavams.map((renavam, count) => ({
      renavam,
      plate: `ABC1D${(count + 10).toString()}`,
      uf: 'SP',
      ownerSealed: secret.seal('00000000191', ownerContext(ACCOUNT, renavam)),
    }))
    await ledger.addFleet(vehicles, new Date(START_MS))
    return renavams
  }

  /** A campaign closes when nobody of it is asked any more; until then there is no other one. */
  async #openCampaign(ledger: Ledger): Promise<void> {
    const nowMs = this.#scheduler.nowMs()
    if (this.#calm) return
    if (isAsking(await ledger.facts())) {
      this.#scheduler.at(nowMs + CAMPAIGN_RETRY_MS, () => this.#openCampaign(ledger))
      return
    }
    this.#tell('a campaign opens')
    this.#campaignId = await ledger.openCampaign(new Date(nowMs))
  }

  #openNetwork(ledger: Ledger, state: ServiceState) {
    const { habits, embedded } = this.#parameters
    const random = seededRandom(this.#options.seed ^ 0x2545f491)
    const nowMs = (): number => this.#scheduler.nowMs()
    const broken = this.#break
    const journal = embedded ? this.#durable : null
    const lagMs = habits.lagMs
    const requests = openRequestJudge({ ledger, state, journal, lagMs, broken })
    const things = openThingJudge({
      state,
      requests,
      nowMs,
      broken,
      undecidable: () => {
        this.#figures.undecidable += 1
      },
      log: (line) => this.#tell(line),
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
      count: (fault: keyof Figures['faults']) => {
        if (fault === 'none' || fault === 'read: none') return
        this.#figures.faults[fault] = (this.#figures.faults[fault] ?? 0) + 1
      },
      onLeave: async (sent: Omit<SentRequest, 'number'>) => {
        this.#figures.requests += 1
        this.#tell(`${sent.operation} leaves: ${sent.fault}`)
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
        this.#tell(`${name} ${what}`)
        this.#remember(ledger)
      },
      dies: () => chance(crashes),
      freezesMs: () => {
        if (!chance(freezes)) return 0
        this.#figures.freezes += 1
        return this.#random.next() * FREEZE_MS_MAX
      },
      onDeath: () => {
        this.#tell(`${name} dies`)
        this.#figures.crashes += 1
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
      secret,
      random: this.#random,
      wrapping: this.#options.wrapping ?? noWrapping,
      campaignId: () => this.#campaignId,
      over: () => this.#over,
      goneOf: async (holders) => holders.filter((holder) => !this.#alive.has(holder)),
      onBug: (error) => this.#break('no-bug', String(error)),
    })
    starting.catch((error: unknown) => this.#break('no-bug', String(error)))
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
      if (!this.#durable.every(({ effectId }) => kept.knows(String(effectId)))) return
      this.#tell('the ledger forgets')
      this.#figures.forgotten += 1
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
    this.#tell('calm')
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
