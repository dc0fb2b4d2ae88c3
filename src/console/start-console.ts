/** Serves the pages: on loopback, where the returned address opens a session, or to an office. */
import { readFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageStyle } from '../reconciliation/reports/page/page-style.ts'
import { addHealth, HEALTH_PATHS } from '../web/health-routes.ts'
import { listen } from '../web/listen.ts'
import { sayIn } from '../bilingual.ts'
import { displayFor } from '../reconciliation/reports/words/display.ts'
import { openLog, type Log } from '../log.ts'
import { openApp, type Answered } from '../web/open-app.ts'
import { plainWords } from '../web/problem-words.ts'
import { makeAccess } from './access/access.ts'
import { isAllowed } from './access/permissions.ts'
import { placeOf } from './access/place.ts'
import { addPages } from './add-pages.ts'
import { answerErrors } from './frame/answer-errors.ts'
import type { ConsoleTools } from './frame/console-tools.ts'
import { followRun, type FollowedRun } from '../app/requests/follow-run.ts'
import { liveRun } from './runs/live-run.ts'
import { consoleTextsOf } from './frame/messages.ts'
import type { PageSetting } from './frame/page.ts'
import { keyOfTexts } from './frame/text-keys.ts'
import { requireFormTokens, type RouteParts } from './frame/route-parts.ts'
import { findVisitor } from './people/find-visitor.ts'
import { guardPages, NOTHING_SHOWN } from './people/guard.ts'
import { Refusal } from './frame/refusal.ts'
import { RunEvents } from './runs/run-events.ts'
import { multipartLimits } from './uploads/take-upload.ts'

export interface ConsoleOptions {
  /** 0: any free port. */
  readonly port: number
  /** Other than loopback only together with `origin`; people must exist then. */
  readonly host?: string | undefined
  /** The https address of an office, at which a proxy passes requests on. */
  readonly origin?: string | undefined
  /** Called for every unexpected error. */
  readonly onBug: (error: unknown) => void
  readonly onAnswered?: ((answered: Answered) => void) | undefined
}

const LOOPBACK = '127.0.0.1'
/** Longer than for the service's requests: a large upload to a slow disk takes time. */
const REQUEST_MS_MAX = 120_000
/** Transfers under way when the console stops have so long to finish. */
const CLOSING_MS_MAX = 3_000
/** Browsers take little time between two requests, and whoever keeps connections has no session. */
const KEEP_ALIVE_MS = 5_000
/** The largest form has the limits of a thousand cost centres. */
const FORM_BYTES_MAX = 128 * 1024

/** No session, no right, another host's address, too many wrong passwords. */
const REFUSED = [401, 403, 421, 429]

/** Throws a Failure when the port is taken. */
export async function startConsole(
  tools: ConsoleTools,
  { port: wanted, host = LOOPBACK, origin, onBug, onAnswered }: ConsoleOptions,
) {
  const { config } = tools.context
  const access = makeAccess(tools.random)
  const log = openLog(config.LOG_LEVEL)
  const app = openApp({
    words: plainWords,
    limits: { requestTimeoutMs: REQUEST_MS_MAX, keepAliveTimeoutMs: KEEP_ALIVE_MS },
    log,
    onBug,
    onAnswered: (answered) => {
      logAnswered(log, answered)
      onAnswered?.(answered)
    },
  })
  const port = (): number => {
    const address = app.server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const place = placeOf(origin, port)
  app.addHook('onRequest', async (request, reply) => {
    // Whoever probes knows an address, and learns nothing else.
    if (HEALTH_PATHS.includes(request.routeOptions.url ?? '') || place.isOwnHost(request)) return
    return reply.code(421).type('text/plain').send('Not the address of this console.')
  })
  addHealth(app, { ledger: () => answers(tools) }, tools.clock)
  await addAssets(app)
  await app.register(multipart, { limits: multipartLimits })
  const { FROTA_LOCALE: locale, FROTA_TIME_ZONE: zone } = config
  const texts = consoleTextsOf(locale)
  const display = displayFor(locale, zone)
  acceptForms(app, texts.notices.form)
  const keyOf = keyOfTexts(tools.secret)
  const usual = { texts, locale, say: sayIn(locale), zone, display, keyOf }
  const follow = followed(tools)
  // All who watch a run get the same events, so that nothing of one visitor stands in them.
  const render = (view: FollowedRun, fleet: string): string =>
    liveRun({ ...usual, ...NOTHING_SHOWN, url: '', busy: true, fleet }, view).text
  const events = new RunEvents({ clock: tools.clock, follow, render })
  const watchRun: RouteParts['watchRun'] = (request) => {
    const { fleet, visitor } = request.setting
    return events.watch(fleet, {
      whose: visitor.person.name,
      may: async () => {
        const { role, fleets } = await findVisitor(tools, access, place, request, 'looks')
        return isAllowed(role, 'see') && fleets?.includes(fleet) !== false
      },
    })
  }
  const addressOf = (path: string): string => `${origin ?? `http://${LOOPBACK}:${port()}`}${path}`
  await app.register(async (pages) => {
    pages.decorateRequest<PageSetting>('setting', {
      getter(this: FastifyRequest) {
        return { ...usual, ...(this.shown ?? NOTHING_SHOWN), url: this.url }
      },
    })
    pages.decorateRequest<URLSearchParams>('form', {
      getter(this: FastifyRequest) {
        return this.body instanceof URLSearchParams ? this.body : new URLSearchParams()
      },
    })
    answerErrors(pages, onBug)
    guardPages(pages, { tools, access, place, texts, keyOf })
    requireFormTokens(pages)
    addPages(pages, { tools, watchRun, follow }, { place, addressOf })
  })
  await listen(app, { host, port: wanted })
  return {
    /** On loopback with the token that opens a session: for the person at the terminal only. */
    url: origin ?? addressOf(`/?token=${access.launchToken}`),
    close: async () => {
      events.close()
      const waited = new AbortController()
      const closing = app.close().finally(() => waited.abort())
      await tools.clock.sleep(CLOSING_MS_MAX, waited.signal)
      app.server.closeAllConnections()
      await closing
    },
  }
}

/** A database that is not there yet is made by the first import. */
async function answers({ ledger }: ConsoleTools): Promise<void> {
  await ledger.look(({ database }) => database.pool.query('select 1'))
}

/** One line a request; what looks like somebody who may not is a warning. */
function logAnswered(log: Log, answered: Answered): void {
  const isRefused = REFUSED.includes(answered.status)
  const fields = { ...answered, durationMs: Math.round(answered.durationMs) }
  if (isRefused) log.warn(fields, 'request refused')
  // Probes come every few seconds.
  else if (HEALTH_PATHS.includes(answered.route)) log.debug(fields, 'request')
  else log.info(fields, 'request')
}

function followed({ ledger, clock, context }: ConsoleTools) {
  return async (fleet: string): Promise<FollowedRun | undefined> => {
    const following = { config: { ...context.config, FROTA_FLEET: fleet }, nowMs: clock.now() }
    return ledger.look((open) => followRun(open, following))
  }
}

/** Served without a session, because the page about a missing session needs them. */
async function addAssets(app: FastifyInstance): Promise<void> {
  const read = (name: string): Promise<string> =>
    readFile(new URL(`./browser/${name}`, import.meta.url), 'utf8')
  const style = pageStyle + (await read('console.css'))
  const icon = await read('icon.svg')
  app.get('/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  for (const name of ['console.js', 'page-in.js', 'rows.js']) {
    const script = await read(name)
    app.get(`/${name}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    )
  }
  app.get('/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(icon))
}

function acceptForms(app: FastifyInstance, notText: string): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => {
      const form = new URLSearchParams(String(body))
      // No text that a person types has it, and PostgreSQL keeps none that does.
      const isText = [...form.values()].every((value) => !value.includes('\u0000'))
      if (isText) done(null, form)
      else done(new Refusal(400, notText), undefined)
    },
  )
}
