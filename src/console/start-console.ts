/** Serves the pages on this machine's loopback address; the returned address opens a session. */
import { readFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { pageStyle } from '../reconciliation/reports/page/page-style.ts'
import { listen } from '../web/listen.ts'
import { openApp } from '../web/open-app.ts'
import type { ProblemWords } from '../web/problem-words.ts'
import { hasSession, isOwnForm, isOwnHost, makeAccess, openSession, sameToken } from './access.ts'
import { answerErrors } from './answer-errors.ts'
import type { ConsoleTools } from './console-tools.ts'
import { liveRun } from './live-run.ts'
import { consoleTextsOf } from './messages.ts'
import { PAGE_POLICY } from './page.ts'
import { Refusal } from './refusal.ts'
import { RunEvents } from './run-events.ts'
import { addRunRoutes } from './run-routes.ts'
import { multipartLimits } from './take-upload.ts'
import { addUploadRoutes } from './upload-routes.ts'
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
  const texts = consoleTextsOf(tools.locale)
  const setting = {
    texts,
    locale: tools.locale,
    zone: tools.zone,
    fleet: tools.fleet,
    get busy() {
      return tools.consoleRuns.current()?.ended === false
    },
  }
  const events = new RunEvents(tools.consoleRuns, (view) => liveRun(setting, view).text)
  await app.register(async (pages) => {
    answerErrors(pages, setting, onBug)
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
    })
    const parts = { tools, setting, events, formToken: access.formToken }
    addUploadRoutes(pages, parts)
    addRunRoutes(pages, parts)
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
