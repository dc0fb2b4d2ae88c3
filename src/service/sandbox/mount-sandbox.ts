/** The public sandbox: a page that calls any service of the interface from the reader's browser. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../../web/security-headers.ts'
import { sandboxPage } from './sandbox-page.ts'
import { dependsOn } from '../http/depends-on.ts'
import { languageOf } from '../language/language-of.ts'
import type { BaseAddresses } from './steps.ts'
import { sandboxTexts } from './sandbox-texts.ts'
import { fieldsOf } from '../../fields.ts'

/** The reader chooses the base address, so only this page may call any. */
const POLICY = pagePolicy({ connectTo: 'http: https:' })

/** Each is served under its own fixed path, `/sandbox/<name>`. */
const SCRIPTS = [
  'api-answers.js',
  'base-address.js',
  'card-form.js',
  'choose-items.js',
  'connection.js',
  'consultation.js',
  'curl.js',
  'debts.js',
  'display.js',
  'dom.js',
  'exchange-log.js',
  'explain.js',
  'follow.js',
  'main.js',
  'order.js',
  'order-card.js',
  'page-data.js',
  'pager.js',
  'records.js',
  'send.js',
  'session.js',
  'step.js',
  'vehicle-form.js',
  'vehicles.js',
]

/** In the language of `?lang=`, else in the one that the browser prefers, else in Portuguese. */
export function mountSandbox(app: FastifyInstance, addresses: BaseAddresses): void {
  app.get('/sandbox', (request, reply) => {
    const { lang } = fieldsOf(request.query)
    reply.header('content-security-policy', POLICY)
    const language = languageOf(lang, request.headers['accept-language'])
    dependsOn(reply, 'Accept-Language')
    const page = sandboxPage(sandboxTexts(language === 'en' ? 'en' : 'pt-BR'), addresses)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  serve(app, 'parts.css', 'text/css; charset=utf-8')
  serve(app, 'results.css', 'text/css; charset=utf-8')
  serve(app, 'sandbox.css', 'text/css; charset=utf-8')
  serve(app, 'sandbox.svg', 'image/svg+xml')
  for (const name of SCRIPTS) serve(app, name, 'text/javascript; charset=utf-8')
}

/**
 * Without a browser's cache, so that the modules of two versions never meet in one page. Read when
 * first asked for: the runner starts this service too, and nobody opens its pages.
 */
function serve(app: FastifyInstance, name: string, type: string): void {
  let content: string | undefined
  app.get(`/sandbox/${name}`, (_request, reply) => {
    content ??= readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')
    return reply.type(type).send(content)
  })
}
