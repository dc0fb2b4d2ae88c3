/** Runs: the list, the one under way with its events, those of the ledger, their files; exceptions. */
import type { FastifyInstance } from 'fastify'
import type { Failure } from '../failure.ts'
import type { Run } from '../ledger/runs/runs.ts'
import { runPage } from './ended-run.ts'
import { liveRunPage } from './live-run.ts'
import { exceptionsPage } from './exceptions-page.ts'
import { noticePage } from './page.ts'
import { Refusal } from './refusal.ts'
import { openReportFile, readManifest, SUMMARY } from './report-file.ts'
import { sendPage } from './route-parts.ts'
import type { RouteParts } from './route-parts.ts'
import { runsPage, RUNS_SHOWN_MAX } from './runs-page.ts'
import { fieldsOf } from '../fields.ts'

/** Policy of the summary page: inline styles are allowed, scripts and requests are not. */
const SUMMARY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

const NUMBER_DIGITS_MAX = 9

export function addRunRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools, setting, events } = parts
  const { texts, locale } = setting

  pages.get('/runs', async (_request, reply) =>
    sendPage(reply, runsPage(setting, await tools.runs.list(RUNS_SHOWN_MAX))),
  )

  pages.get('/runs/current', async (_request, reply) => {
    const view = tools.consoleRuns.current()
    if (view === undefined) return reply.redirect('/runs', 303)
    if (!view.ended) return sendPage(reply, liveRunPage(setting, view))
    if (view.number !== undefined) return reply.redirect(`/runs/${view.number}`, 303)
    const message = view.failure?.in(locale) ?? texts.notices.bug
    return sendPage(reply, noticePage(setting, { title: texts.run.notStarted, message }))
  })

  pages.get('/runs/current/events', { exposeHeadRoute: false }, async (_request, reply) => {
    const stream = events.watch()
    if (stream === undefined) throw new Refusal(503, texts.notices.watchers)
    return reply.type('text/event-stream; charset=utf-8').send(stream)
  })

  pages.get('/runs/:number', async (request, reply) => {
    const number = numberOf(request)
    const view = tools.consoleRuns.current()
    if (view?.number === number && !view.ended) return reply.redirect('/runs/current', 303)
    const run = await runOf(number)
    const manifest = await readManifest(tools.reportsDir, run)
    const failure: Failure | undefined = view?.number === number ? view.failure : undefined
    const orders = await tools.orders()
    return sendPage(reply, runPage(setting, { run, manifest, failure, orders }))
  })

  pages.get<{ Params: { name: string } }>('/runs/:number/files/:name', async (request, reply) => {
    const run = await runOf(numberOf(request))
    const { name } = request.params
    const file = await openReportFile(tools.reportsDir, run, name)
    if (file === undefined) throw new Refusal(404, texts.notices.missing)
    if (name === SUMMARY) reply.header('content-security-policy', SUMMARY_POLICY)
    else {
      const saved = `frota-${run.number}-${name}`
      reply.header('content-disposition', `attachment; filename="${saved}"`)
    }
    reply.header('content-length', file.bytes)
    return reply.type(file.type).send(file.handle.createReadStream())
  })

  pages.get('/exceptions', async (_request, reply) =>
    sendPage(reply, exceptionsPage(setting, await tools.exceptions())),
  )

  // Unknown addresses are answered with a page, too.
  pages.get('/*', async () => {
    throw new Refusal(404, texts.notices.missing)
  })

  function numberOf({ params }: { params: unknown }): number {
    const number = String(fieldsOf(params)['number'])
    const isNumber = /^[1-9]\d*$/.test(number) && number.length <= NUMBER_DIGITS_MAX
    if (!isNumber) throw new Refusal(404, texts.notices.missing)
    return Number(number)
  }

  async function runOf(number: number): Promise<Run> {
    const run = await tools.runs.find(number)
    if (run === undefined) throw new Refusal(404, texts.notices.missing)
    return run
  }
}
