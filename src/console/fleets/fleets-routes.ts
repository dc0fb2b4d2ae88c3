/** The fleets that a person may see, and which of them the other pages show. */
import { meantName } from '../../ledger/fleets/fleets.ts'
import { runFolder } from '../../reconciliation/reports/run-folder.ts'
import type { FastifyInstance } from 'fastify'
import type { Place } from '../access/place.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { needs, type RouteParts } from '../frame/route-parts.ts'
import { fleetNames } from '../frame/with-fleet.ts'
import { textOf } from '../frame/text-keys.ts'
import { listedNames, readManifest } from '../runs/report-file.ts'
import { openPlainFile, type PlainFile } from '../../web/plain-file.ts'
import { sendZip } from '../../web/send-zip.ts'
import { addListPage } from '../tables/add-list.ts'
import { fleetLines, type FleetLine } from './fleet-lines.ts'
import { fleetColumns, FLEETS_QUERY, fleetsPage } from './fleets-page.ts'
import { fleetsWords } from './fleets-words.ts'

/** A newer one may be under way, or have left no report. */
const RUNS_TRIED = 5
/** Commas separate the names of a person's fleets. */
const NAME = /^[^,\p{Cc}]{1,100}$/u

const ANY_FLEET = { config: { ...needs('see').config, anyFleet: true } }

export function addFleetsRoutes(pages: FastifyInstance, parts: RouteParts, place: Place): void {
  const { tools } = parts
  const { ledger, clock, context } = tools

  const linesFor = async ({ visitor }: PageSetting): Promise<FleetLine[]> => {
    const of = { config: context.config, nowMs: clock.now() }
    return (await ledger.look((open) => fleetLines(open, of, visitor.fleets))) ?? []
  }

  addListPage(pages, parts, {
    path: '/fleets',
    options: ANY_FLEET,
    shape: FLEETS_QUERY,
    read: linesFor,
    page: fleetsPage,
    table: (setting, rows) => ({
      columns: fleetColumns(setting),
      rows,
      isSimulated: (line: FleetLine) => line.simulated,
    }),
  })

  pages.get('/fleets.zip', ANY_FLEET, async ({ setting }, reply) => {
    const files = await latestReports(setting)
    const open = async (name: string) => files.get(name)?.()
    return sendZip(reply, { name: 'frota-fleets', files: [...files.keys()], open })
  })

  /** Of each fleet that the visitor sees: the files of its newest run that left any. */
  async function latestReports({
    visitor: { fleets },
  }: PageSetting): Promise<Map<string, () => Promise<PlainFile | undefined>>> {
    const files = new Map<string, () => Promise<PlainFile | undefined>>()
    const { FROTA_REPORTS_DIR: reportsDir } = context.config
    const runs = await ledger.look(async (open) => {
      const all = (await open.fleets.all()).filter(({ name }) => fleets?.includes(name) !== false)
      const newest = all.map(({ id }) => open.stores.runs.list({ fleetId: id, limit: RUNS_TRIED }))
      return (await Promise.all(newest)).flat()
    })
    const given = new Set<string>()
    for (const run of runs ?? []) {
      const manifest = given.has(run.fleetName) ? undefined : await readManifest(reportsDir, run)
      if (manifest === undefined) continue
      given.add(run.fleetName)
      // The number keeps fleets apart whose names differ in what no folder may have.
      const folder = `${run.fleetName.replace(/[^\p{L}\p{N} _-]/gu, '_')}-${run.number}`
      for (const name of listedNames(manifest)) {
        files.set(`${folder}/${name}`, () => openPlainFile(reportsDir, runFolder(run), name))
      }
    }
    return files
  }

  pages.post('/fleets', ANY_FLEET, async ({ setting, form }, reply) => {
    place.setFleet(reply, await wantedFleet(tools, setting, form))
    return reply.redirect('/', 303)
  })
}

/** The fleet that a form names. Throws a Refusal for no name, or one of which this person is not. */
export async function wantedFleet(
  tools: Pick<ConsoleTools, 'ledger' | 'context'>,
  { locale, visitor, texts, keyOf }: PageSetting,
  form: URLSearchParams,
): Promise<string> {
  const given = (form.get('fleet') ?? '').trim()
  const known = await fleetNames(tools, visitor)
  const name = meantName(known, textOf(keyOf, known, given))
  if (!NAME.test(name)) throw new Refusal(STATUS_REFUSED, fleetsWords(locale).wrong)
  if (visitor.fleets?.includes(name) === false) throw new Refusal(403, texts.notices.otherFleet)
  return name
}
