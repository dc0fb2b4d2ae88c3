/**
 * The watched folder of one process: looks, imports complete files one after the other, and moves
 * each beside its result. A file that cannot be imported now waits for a later look.
 */
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Log } from '../../log.ts'
import type { JudgeOptions } from '../../reconciliation/intake/judge-file.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import type { InboxEvent } from './inbox-words.ts'
import { inboxFleets, type InboxFleets } from './inbox-fleets.ts'
import { purge } from '../purge/purge.ts'
import { DONE, REFUSED } from '../inbox-names.ts'
import { decide, type FoundFile, type InboxMemory, type StillFile } from './inbox-policy.ts'
import { diskTrouble, ENDLESS, notice, UNEXPECTED } from './inbox-troubles.ts'
import { layImported, layRefused, type Laying } from './lay-file.ts'
import { codeOf, listInbox, type Notice } from './list-inbox.ts'
import { claimFile, isStill, leaveClaims } from './move-file.ts'
import { takeFile, type TakeTools, type Why } from './take-file.ts'
import { ENDLESS_MS, isWhole } from './whole-file.ts'

export interface InboxTools extends TakeTools {
  readonly root: string
  readonly config: Config
  readonly ledger: Pick<OpenLedger, 'fleets' | 'leases' | 'tend'>
  readonly clock: Clock
  readonly log: Log
  readonly tell: (event: InboxEvent) => void
  /** Throws a Failure unless the key opens the fleet's account at the service. */
  readonly verify: (fleet: string) => Promise<void>
}

export interface Looked {
  readonly taken: number
  /** Files that are not complete yet, or could not be taken now. */
  readonly waiting: number
  /** Milliseconds until one of them may be complete. */
  readonly againInMs: number | undefined
}

const FILES_PER_LOOK_MAX = 50
/** A file on which our code fails is tried so often and then refused, so that it does not stay. */
const TRIES_MAX = 3
const FORGET_EVERY_MS = 3_600_000

export class Inbox {
  readonly #tools: InboxTools
  #memory: InboxMemory = new Map()
  #told = new Map<string, string>()
  readonly #tries = new Map<string, number>()
  #forgotAtMs: number | undefined

  constructor(tools: InboxTools) {
    this.#tools = tools
  }

  /** `takes`: imports the complete files. Rejects when the watched folder cannot be read. */
  async look({ takes }: { takes: boolean }): Promise<Looked> {
    const { root, config, clock, secret, stop } = this.#tools
    const fleets = inboxFleets(config, secret.embedded.accountId)
    const listing = await listInbox({
      root,
      fleetOf: (folder) => fleets.of(folder),
      claimsOf: (holders) => this.#claimsOf(holders),
    })
    const nowMs = clock.uptime()
    const settleMs = config.FROTA_INBOX_SETTLE * 1_000
    const decision = decide(listing.files, this.#memory, { nowMs, settleMs })
    this.#memory = decision.memory
    const troubles: Notice[] = [...listing.notices]
    let taken = 0
    for (const still of takes ? decision.still.slice(0, FILES_PER_LOOK_MAX) : []) {
      if (stop.aborted) break
      const done = await this.#takeSafely(still, fleets)
      if (done === true) taken += 1
      else if (done !== false) troubles.push(done)
    }
    if (takes) await this.#forget()
    this.#tellNew(troubles, takes)
    const { waiting, againAtMs } = decision
    const againInMs = againAtMs === undefined ? undefined : Math.max(againAtMs - nowMs, 0)
    return { taken, waiting: waiting + decision.still.length - taken, againInMs }
  }

  async #claimsOf(holders: readonly string[]): Promise<string[]> {
    const { holder, gone } = this.#tools.ledger.leases
    const left = await gone(holders.filter((each) => each !== holder))
    return holders.includes(holder) ? [holder, ...left] : left
  }

  /** True once the file lies beside its result; else why it waits, if a person should know. */
  async #takeSafely({ file, stillMs }: StillFile, fleets: InboxFleets): Promise<boolean | Notice> {
    const { stop, log } = this.#tools
    try {
      if (stillMs < ENDLESS_MS && !(await isWhole(file.path))) return notice(file, ENDLESS)
      return await this.#take(file, fleets)
    } catch (error) {
      if (stop.aborted || codeOf(error) === 'ENOENT') return false
      if (error instanceof Failure) return notice(file, error.sentence)
      const code = codeOf(error)
      if (code !== 'error') return notice(file, diskTrouble(code))
      log.error({ kind: 'inbox', code: error instanceof Error ? error.name : code }, 'inbox failed')
      return this.#afterBug(file)
    }
  }

  async #afterBug(file: FoundFile): Promise<boolean | Notice> {
    const { ledger } = this.#tools
    const tries = (this.#tries.get(file.name) ?? 0) + 1
    try {
      // If the ledger is away, this throws and the try does not count against the file.
      await ledger.fleets.find(file.fleet)
      this.#tries.set(file.name, tries)
      if (tries < TRIES_MAX) return notice(file, UNEXPECTED)
      const claimed = await claimFile(file, ledger.leases.holder)
      if (claimed === undefined) return false
      return await this.#refuse(file, claimed, { code: 'F-BUG', ...UNEXPECTED })
    } catch {
      return notice(file, UNEXPECTED)
    }
  }

  async #take(file: FoundFile, fleets: InboxFleets): Promise<boolean> {
    const { ledger, tell } = this.#tools
    const about = fleets.aboutOf(file.fleet)
    const fleet = await this.#fleetOf(file.fleet, fleets)
    // The fleet's lease, as for a run: its vehicles must not change during somebody's work.
    await using _lease = await ledger.leases.take([`fleet ${fleet.name}`], this.#tools.stop)
    const claimed = await claimFile(file, ledger.leases.holder)
    if (claimed === undefined || !(await isStill(file, claimed))) return false
    const ending = await takeFile(this.#tools, fleet, { path: claimed, name: file.name }, about)
    const reading = await this.#readingOf(fleet, about)
    if (ending.kind === 'refused') return await this.#refuse(file, claimed, ending.why, reading)
    if (ending.kind !== 'imported') return false
    await ledger.tend()
    const laying = this.#laying(file, claimed, DONE)
    const { import: done } = ending
    // Whoever claimed it and died may have imported it, and told nobody.
    const isKnown = ending.isKnown && !file.isClaimed
    const notes = isKnown ? undefined : done
    const { path, beside } = await layImported(this.#tools, laying, { reading, notes })
    await leaveClaims(file, claimed)
    tell({ kind: 'imported', name: file.name, fleet: fleet.name, path, beside, done, isKnown })
    return true
  }

  /** The options by which the import reads the fleet's files. */
  async #readingOf(fleet: Fleet, about: UploadAbout): Promise<JudgeOptions> {
    const { readings, imports } = this.#tools.stores
    const remembered = await readings.find(fleet.id)
    const known = { ...about, vehicles: await imports.known(fleet) }
    return remembered === undefined ? known : { ...known, remembered }
  }

  async #refuse(file: FoundFile, claimed: string, why: Why, reading?: JudgeOptions): Promise<true> {
    const { tell } = this.#tools
    const laying = this.#laying(file, claimed, REFUSED)
    const { path, beside } = await layRefused(this.#tools, laying, { why, reading })
    await leaveClaims(file, claimed)
    this.#tries.delete(file.name)
    tell({ kind: 'refused', name: file.name, fleet: file.fleet, path, beside, why })
    return true
  }

  #laying(file: FoundFile, claimed: string, folder: string): Laying {
    return { claimed, name: file.name, folder: join(file.home, folder) }
  }

  /** A new fleet is bound to its account for good, so the account is opened with its key first. */
  async #fleetOf(name: string, fleets: InboxFleets): Promise<Fleet> {
    const { ledger, verify, clock } = this.#tools
    const accountId = fleets.accountOf(name)
    if ((await ledger.fleets.find(name)) === undefined) await verify(name)
    return ledger.fleets.open({ name, accountId, at: new Date(clock.now()) })
  }

  /** Reports each trouble once while it lasts; a look that takes nothing ends no trouble. */
  #tellNew(troubles: readonly Notice[], takes: boolean): void {
    const told = new Map(takes ? [] : this.#told)
    for (const trouble of troubles) {
      const { key, pt, en } = trouble
      if (this.#told.get(key) !== en) this.#tools.tell({ kind: 'trouble', pt, en })
      told.set(key, en)
    }
    this.#told = told
  }

  /** A folder that is watched without nights has its results deleted here. */
  async #forget(): Promise<void> {
    const { clock, config, root, log } = this.#tools
    if (clock.uptime() - (this.#forgotAtMs ?? Number.NEGATIVE_INFINITY) < FORGET_EVERY_MS) return
    this.#forgotAtMs = clock.uptime()
    const places = { ...config, FROTA_INBOX_DIR: root }
    await purge({ config: places, clock, log }, { erases: true, only: ['inbox'] })
  }
}
