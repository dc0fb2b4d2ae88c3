/** Judges spreadsheets that wait as the fleet is now, and keeps the verdicts while nothing changes. */
import type { JudgedFile, Refused } from '../../reconciliation/intake/judged.ts'
import { freshBudgets } from '../../app/plan/fresh-budgets.ts'
import type { Draft } from '../../app/intake/drafts.ts'
import { newFleet, type FleetBefore } from '../../app/intake/file-difference.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import { judgeDraft, judgedAgain } from './judge-draft.ts'
import type { DraftReading, JudgedDraft, RefusedDraft } from './judge-draft.ts'
import { readFleetBefore } from '../../app/intake/read-fleet-before.ts'

/** The expected end, which is told with a verdict, is of its moment. */
const KEPT_MS = 300_000
const KEPT_MAX = 20

interface Kept {
  /** What the verdict depends on. */
  readonly key: string
  readonly atMs: number
  readonly judged: JudgedDraft | RefusedDraft
}

export class JudgedDrafts {
  readonly #tools: ConsoleTools
  readonly #kept = new Map<string, Kept>()

  constructor(tools: ConsoleTools) {
    this.#tools = tools
  }

  /** Undefined when the file is not kept any more. */
  async judged(draft: Draft): Promise<JudgedDraft | RefusedDraft | undefined> {
    const { clock, context } = this.#tools
    const { remembered, importId } = await this.#fleetFacts(draft)
    const key = JSON.stringify([draft.readingOptions, draft.fleet, remembered, importId])
    const atMs = clock.now()
    const known = this.#kept.get(draft.id)
    if (known?.key === key && atMs - known.atMs < KEPT_MS) return known.judged
    const reading = await this.#readingOf(draft, remembered)
    if (reading === undefined) return undefined
    const judged = await judgeDraft(reading, context.config.FROTA_LOCALE)
    this.#kept.delete(draft.id)
    this.#kept.set(draft.id, { key, atMs, judged })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
    return judged
  }

  /** With the same verdicts, to write them into a file. */
  async file(draft: Draft): Promise<JudgedFile | Refused | undefined> {
    const { remembered } = await this.#fleetFacts(draft)
    const reading = await this.#readingOf(draft, remembered)
    return reading && judgedAgain(reading)
  }

  /** How people said that the fleet's files are read, and the file that made it what it is. */
  async #fleetFacts({ fleet: name }: Draft) {
    const { ledger } = this.#tools
    const nothing = { remembered: undefined, importId: undefined }
    if (ledger.isNew()) return nothing
    return ledger.use(async ({ fleets, stores }) => {
      const fleet = await fleets.find(name)
      if (fleet === undefined) return nothing
      const importId = (await stores.imports.latestApplied(fleet.id))?.id
      return { remembered: await stores.readings.find(fleet.id), importId }
    })
  }

  /** The fleet as the import would find it. */
  async #fleetBefore({ fleet }: Draft): Promise<FleetBefore> {
    const { ledger, secret, context } = this.#tools
    const config = { ...context.config, FROTA_FLEET: fleet }
    if (ledger.isNew()) return newFleet(freshBudgets(config))
    return ledger.use((open) => readFleetBefore(config, open, async () => secret))
  }

  async #readingOf(
    draft: Draft,
    remembered: DraftReading['remembered'],
  ): Promise<DraftReading | undefined> {
    const file = await this.#tools.drafts.file(draft.id)
    if (file === undefined) return undefined
    const { readingOptions } = draft
    const before = await this.#fleetBefore(draft)
    return { source: () => file.source(), readingOptions, remembered, before }
  }
}
