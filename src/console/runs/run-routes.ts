/** Runs: the list, the one under way with its events, those of the ledger, their files; exceptions. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inLocale } from '../../bilingual.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { runFolder } from '../../reconciliation/reports/run-folder.ts'
import { runPage } from './ended-run.ts'
import { addFolderRoutes } from './folder-routes.ts'
import { liveRunPage } from './live-run.ts'
import { noticePage } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { Refusal } from '../frame/refusal.ts'
import { listedNames, readManifest } from './report-file.ts'
import { needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { readOrdersForPage } from '../money/read-orders-for-page.ts'
import { fleetRuns, runColumns, RUNS_QUERY, RUNS_SHOWN_MAX, runsPage } from './runs-page.ts'
import type { ShownRun } from './runs-page.ts'
import { addListPage } from '../tables/add-list.ts'

const NUMBER_DIGITS_MAX = 9

export function addRunRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools, watchRun, follow } = parts
  const { FROTA_REPORTS_DIR: reportsDir } = tools.context.config

  addListPage(pages, parts, {
    path: '/runs',
    options: needs('see'),
    shape: RUNS_QUERY,
    read: (setting) => fleetRuns(tools, setting, RUNS_SHOWN_MAX),
    page: runsPage,
    table: (setting, rows) => ({
      columns: runColumns(setting),
      rows,
      isSimulated: (run: ShownRun) => run.simulated,
    }),
  })

  pages.get('/runs/current', needs('see'), async ({ setting }, reply) => {
    const { texts, locale } = setting
    const view = await follow(setting.fleet)
    if (view === undefined) return reply.redirect('/runs', 303)
    if (view.phase !== 'ended') return sendPage(reply, liveRunPage(setting, view))
    if (view.number !== undefined) return reply.redirect(`/runs/${view.number}`, 303)
    // A stop may come before there is anything to do or to report.
    const { failure } = view
    const message =
      failure === undefined ? texts.run.stoppedBefore : pageWords(inLocale(failure, locale), locale)
    return sendPage(reply, noticePage(setting, { title: texts.run.notStarted, message }))
  })

  const streamed = { ...needs('see'), exposeHeadRoute: false }
  pages.get('/runs/current/events', streamed, async (request, reply) => {
    const { setting } = request
    const stream = watchRun(request)
    if (stream === undefined) throw new Refusal(503, setting.texts.notices.watchers)
    return reply.type('text/event-stream; charset=utf-8').send(stream)
  })

  pages.get('/runs/:number', needs('see'), async (request, reply) => {
    const { setting } = request
    const number = numberOf(request)
    const view = await follow(setting.fleet)
    if (view?.number === number && view.phase !== 'ended') {
      return reply.redirect('/runs/current', 303)
    }
    const run = await runOf(request, number)
    const manifest = await readManifest(reportsDir, run)
    const read = async (ledger: OpenLedger, fleet: Fleet) => ({
      ...(await readOrdersForPage(tools, setting, ledger, fleet)),
      open: await ledger.stores.orders.openSums(fleet.id, new Date(tools.clock.now())),
    })
    const orders = await withFleet(tools, setting, read)
    return sendPage(reply, runPage(setting, { run, manifest, orders }))
  })

  addFolderRoutes(pages, '/runs/:number', async (request) => {
    const run = await runOf(request, numberOf(request))
    const manifest = await readManifest(reportsDir, run)
    if (manifest === undefined) throw missing(request)
    const of = { parent: reportsDir, folder: runFolder(run), files: listedNames(manifest) }
    return { ...of, address: `/runs/${run.number}`, name: String(run.number) }
  })

  function missing(request: FastifyRequest): Refusal {
    return new Refusal(404, request.setting.texts.notices.missing)
  }

  function numberOf(request: FastifyRequest): number {
    const number = wordOf(request.params, 'number')
    const isNumber = /^[1-9]\d*$/.test(number) && number.length <= NUMBER_DIGITS_MAX
    if (!isNumber) throw missing(request)
    return Number(number)
  }

  async function runOf(request: FastifyRequest, number: number): Promise<Run> {
    const find = (ledger: OpenLedger, { id }: Fleet): Promise<Run | undefined> =>
      ledger.stores.runs.find(number, id)
    const run = await withFleet(tools, request.setting, find)
    if (run === undefined) throw missing(request)
    return run
  }
}
