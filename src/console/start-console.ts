/** Serves the pages on this machine's loopback address; the returned address opens a session. */
import { readFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { pageStyle } from '../reconciliation/reports/page/page-style.ts'
import { listen } from '../web/listen.ts'
import { openApp } from '../web/open-app.ts'
import type { ProblemWords } from '../web/problem-words.ts'
import { decidingPerson } from '../app/access/deciding-person.ts'
import {
  hasSession,
  isOwnForm,
  isOwnHost,
  makeAccess,
  openSession,
  sameToken,
} from './access/access.ts'
import { isAllowed } from './access/permissions.ts'
import type { Visitor } from './access/visitor.ts'
import { answerErrors } from './frame/answer-errors.ts'
import type { ConsoleTools } from './frame/console-tools.ts'
import { liveRun } from './runs/live-run.ts'
import { consoleTextsOf } from './frame/messages.ts'
import { PAGE_POLICY } from './frame/page.ts'
import type { PageSetting } from './frame/page.ts'
import { needs } from './frame/route-parts.ts'
import type { RouteParts } from './frame/route-parts.ts'
import { addListRoutes } from './fleet/list-routes.ts'
import { addVehicleRoutes } from './fleet/vehicle-routes.ts'
import { addMoneyRoutes } from './money/money-routes.ts'
import { addPayRoutes } from './money/pay-routes.ts'
import { addProposalRoutes } from './money/proposal-routes.ts'
import { addMonthRoutes } from './months/month-routes.ts'
import { Refusal } from './frame/refusal.ts'
import { RunEvents } from './runs/run-events.ts'
import { addRunRoutes } from './runs/run-routes.ts'
import { multipartLimits } from './uploads/take-upload.ts'
import { addUploadRoutes } from './uploads/upload-routes.ts'
import { fieldsOf } from '../fields.ts'

export interface RunningConsole {
  /** With the token that opens a session: for the person at the terminal, never for a log. */
  readonly url: string
  close(): Promise<void>
}

export interface ConsoleOptions {
  /** 0: any free port. */
  readonly port: number
  /** Called for every unexpected error. */
  readonly onBug: (error: unknown) => void
}

/** Loopback only: other machines never reach the console, and there is no option for that. */
const HOST = '127.0.0.1'
/** Longer than for the service's requests: a large upload to a slow disk takes time. */
const REQUEST_MS_MAX = 120_000
/** Transfers under way when the console stops have so long to finish. */
const CLOSING_MS_MAX = 3_000
const CONNECTIONS_MAX = 100
const FORM_CHARACTERS_MAX = 4 * 1024

const words: ProblemWords = {
  routeMissing: 'Not found.',
  methodWrong: 'Method not allowed.',
  bodyInvalid: 'The body is not acceptable.',
  keyRepeated: 'The body is not acceptable.',
  bodyTooLarge: 'The body is too large.',
  mediaTypeUnsupported: 'This media type is not accepted.',
  requestInvalid: 'The request is not acceptable.',
  requestTimeout: 'The request took too long.',
  headersTooLarge: 'The headers are too large.',
  internal: 'Something unexpected happened.',
  unavailable: 'Not available now.',
}

/** Throws a Failure when the port is taken. */
export async function startConsole(
  tools: ConsoleTools,
  { port: wanted, onBug }: ConsoleOptions,
): Promise<RunningConsole> {
  const access = makeAccess(tools.random)
  const app = openApp({
    words,
    limits: { requestTimeoutMs: REQUEST_MS_MAX, connectionsMax: CONNECTIONS_MAX },
    onBug,
  })
  const port = (): number => {
    const address = app.server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  app.addHook('onRequest', async (request, reply) => {
    if (isOwnHost(request, port())) return
    return reply.code(421).type('text/plain').send('Not the address of this console.')
  })
  await addAssets(app)
  await app.register(multipart, { limits: multipartLimits })
  acceptForms(app)
  const { config } = tools.context
  const texts = consoleTextsOf(config.FROTA_LOCALE)
  // Only whoever has the printed address gets in, so that the one visitor may do everything.
  const visitor: Visitor = {
    person: decidingPerson(config),
    role: 'admin',
    formToken: access.formToken,
  }
  const settingOf = (): PageSetting => ({
    texts,
    locale: config.FROTA_LOCALE,
    zone: config.FROTA_TIME_ZONE,
    fleet: config.FROTA_FLEET,
    visitor,
    busy: tools.consoleRuns.current()?.ended === false,
  })
  const events = new RunEvents(tools.consoleRuns, (view) => liveRun(settingOf(), view).text)
  await app.register(async (pages) => {
    answerErrors(pages, settingOf, onBug)
    pages.addHook('onRequest', async (request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY)
      const { token } = fieldsOf(request.query)
      if (request.method === 'GET' && sameToken(token, access.launchToken)) {
        openSession(reply, access, port())
        return reply.redirect('/', 303)
      }
      if (!hasSession(request, access, port())) throw new Refusal(401, texts.notices.noSession)
      const isForm = request.method !== 'GET' && request.method !== 'HEAD'
      if (isForm && !isOwnForm(request, port())) throw new Refusal(403, texts.notices.form)
      const needed = request.routeOptions.config.needs
      const isOpen = needed !== undefined && isAllowed(visitor.role, needed)
      if (!isOpen) throw new Refusal(403, texts.notices.notAllowed)
    })
    const watchRun = () => events.watch()
    const parts: RouteParts = { tools, watchRun, settingOf }
    addUploadRoutes(pages, parts)
    addRunRoutes(pages, parts)
    addMoneyRoutes(pages, parts)
    addProposalRoutes(pages, parts)
    addPayRoutes(pages, parts)
    addMonthRoutes(pages, parts)
    addListRoutes(pages, parts)
    addVehicleRoutes(pages, parts)
    // Unknown addresses are answered with a page, too.
    pages.get('/*', needs('see'), async () => {
      throw new Refusal(404, texts.notices.missing)
    })
  })
  const listening = await listen(app, { host: HOST, port: wanted })
  return {
    url: `${listening.url}/?token=${access.launchToken}`,
    close: async () => {
      events.close()
      const waited = new AbortController()
      const closing = listening.close().finally(() => waited.abort())
      await tools.clock.sleep(CLOSING_MS_MAX, waited.signal)
      app.server.closeAllConnections()
      await closing
    },
  }
}

/** Served without a session, because the page about a missing session needs them. */
async function addAssets(app: FastifyInstance): Promise<void> {
  const read = (name: string): Promise<string> =>
    readFile(new URL(`./browser/${name}`, import.meta.url), 'utf8')
  const style = pageStyle + (await read('console.css'))
  const script = await read('console.js')
  const icon = await read('icon.svg')
  app.get('/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/console.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
  app.get('/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(icon))
}

function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_CHARACTERS_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}
