/** Public pages beside the API: its OpenAPI document, and the same to read. GET and HEAD only. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calledAddress } from '../http/called-address.ts'
import { DOCS_STYLE_PATH, docsPage } from './docs-page.ts'
import { languageOf } from './docs-texts.ts'
import { serviceDocument, type ServiceAddresses } from './service-document.ts'

/** Everything comes from this server, and there is no script to run. */
const PAGE_POLICY =
  "default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/** Long enough to spare a reload, short enough for a new version to be seen. */
const CACHE_SECONDS = 300

export function mountPages(
  app: FastifyInstance,
  options: Pick<ServiceAddresses, 'publicBaseUrl' | 'devBaseUrl' | 'version'>,
): void {
  const documentFor = (request: FastifyRequest) =>
    serviceDocument({ ...options, calledUrl: calledAddress(undefined, request).origin })
  const style = readFileSync(new URL('./docs.css', import.meta.url), 'utf8')
  app.get('/openapi.json', (request, reply) => {
    cacheable(reply)
    return reply.type('application/json; charset=utf-8').send(documentFor(request))
  })
  app.get('/docs', (request, reply) => {
    const { lang } = Object(request.query) as { lang?: unknown }
    const language = languageOf(lang, request.headers['accept-language'])
    cacheable(reply, 'Accept-Language')
    reply.header('content-security-policy', PAGE_POLICY)
    return reply.type('text/html; charset=utf-8').send(docsPage(documentFor(request), language))
  })
  app.get(DOCS_STYLE_PATH, (_request, reply) => {
    cacheable(reply)
    return reply.type('text/css; charset=utf-8').send(style)
  })
}

/** What an answer depends on besides its address is added to what CORS says of it. */
function cacheable(reply: FastifyReply, ...dependsOn: readonly string[]): void {
  reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
  const vary = [reply.getHeader('vary'), ...dependsOn].filter((each) => each !== undefined)
  if (vary.length > 0) reply.header('vary', vary.join(', '))
}
