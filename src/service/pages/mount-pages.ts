/** Public pages: / with the ways on, /openapi.json, and /docs, which renders it. GET and HEAD only. */
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calledAddress } from '../http/called-address.ts'
import { dependsOn } from '../http/depends-on.ts'
import { DOCS_POLICY } from './docs-policy.ts'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE_PATH } from './page-head.ts'
import { type DocsScript, readDocsScript } from './docs-script.ts'
import { pagePolicy } from '../../web/security-headers.ts'
import { landingPage } from './landing-page.ts'
import { languageFor } from '../language/language-of.ts'
import { serviceDocument, type ServiceAddresses } from './service-document.ts'

/** Long enough to spare a reload, short enough for a new version to be seen. */
const CACHE_SECONDS = 300
/** A year: the script's name changes with its content. */
const SCRIPT_CACHE_SECONDS = 31_536_000

export function mountPages(
  app: FastifyInstance,
  options: Pick<ServiceAddresses, 'publicBaseUrl' | 'devBaseUrl' | 'version'>,
): void {
  const documentFor = (request: FastifyRequest) =>
    serviceDocument({ ...options, calledUrl: calledAddress(undefined, request).origin })
  app.get('/openapi.json', (request, reply) => {
    cacheFor(reply, CACHE_SECONDS)
    return reply.type('application/json; charset=utf-8').send(documentFor(request))
  })
  app.get('/', (request, reply) => {
    const language = languageFor(request, reply)
    cacheFor(reply, CACHE_SECONDS)
    reply.header('content-security-policy', pagePolicy({ connectTo: "'none'" }))
    return reply.type('text/html; charset=utf-8').send(landingPage(language))
  })
  mountDocs(app)
}

/** Reads the script at the first request, because the runner embeds this service and needs none. */
function mountDocs(app: FastifyInstance): void {
  let script: Promise<DocsScript> | undefined
  const readOnce = (): Promise<DocsScript> => {
    script ??= readDocsScript().catch((error: unknown) => {
      // A failed read is tried again at the next request.
      script = undefined
      throw error
    })
    return script
  }
  const style = readFileSync(new URL('./docs.css', import.meta.url), 'utf8')
  app.get('/docs', async (request, reply) => {
    const language = languageFor(request, reply)
    const { path } = await readOnce()
    // A cached page would name the script of an older version.
    reply.header('cache-control', 'no-cache')
    reply.header('content-security-policy', DOCS_POLICY)
    return reply.type('text/html; charset=utf-8').send(docsPage(path, language))
  })
  app.get(DOCS_STYLE_PATH, (_request, reply) => {
    cacheFor(reply, CACHE_SECONDS)
    return reply.type('text/css; charset=utf-8').send(style)
  })
  app.get('/docs/:name', async (request, reply) => {
    const { path, gzipped } = await readOnce()
    if (request.url !== path) return reply.callNotFound()
    cacheFor(reply, SCRIPT_CACHE_SECONDS, ', immutable')
    dependsOn(reply, 'Accept-Encoding')
    const tag = `"${path}"`
    reply.header('etag', tag).type('text/javascript; charset=utf-8')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      return reply.send(await promisify(gunzip)(gzipped))
    }
    return reply.header('content-encoding', 'gzip').send(gzipped)
  })
}

function cacheFor(reply: FastifyReply, seconds: number, more = ''): void {
  reply.header('cache-control', `public, max-age=${seconds}${more}`)
}
