/** Finds what happened and was not told yet, and writes a notice of it for each receiver. */
import type { Config } from '../../config.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { countOf, personList } from '../reports/exceptions-now.ts'
import { importMessage, personMessage, runMessage, type Figures } from './message.ts'

type Ledger = Pick<OpenLedger, 'notices' | 'stores' | 'fleets'>

export interface Collecting {
  readonly config: Config
  readonly nowMs: number
  readonly figuresOf: (fleet: Fleet) => Promise<Figures>
}

/** What ended before is not told: whoever names a first receiver wants no history. */
const TOLD_WITHIN_MS = 6 * 3_600_000

export async function collectNotices(
  { notices, stores, fleets }: Ledger,
  receivers: readonly string[],
  { config, nowMs, figuresOf }: Collecting,
): Promise<void> {
  const since = new Date(nowMs - TOLD_WITHIN_MS)
  const at = new Date(nowMs)
  const all = await fleets.all()
  for (const { id, number } of await notices.newRuns(since)) {
    const run = await stores.runs.find(number)
    const fleet = all.find((each) => each.id === run?.fleetId)
    if (run === undefined || fleet === undefined) continue
    const figures = await figuresOf(fleet)
    const forPerson = countOf(await personList(stores, fleet.id, { config, shown: 1 }))
    const before = await notices.forPersonBefore(fleet.name)
    const ended = { run, figures, forPerson }
    if (forPerson > before) {
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
