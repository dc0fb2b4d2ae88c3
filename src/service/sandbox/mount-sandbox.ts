/** The public sandbox: a page that calls any service of the interface from the reader's browser. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../../web/security-headers.ts'
import { sandboxPage } from './sandbox-page.ts'
import { languageFor } from '../language/language-of.ts'
import type { BaseAddresses } from './steps.ts'
import { sandboxTexts } from './sandbox-texts.ts'

/** The reader chooses the base address, so only this page may call any. */
const POLICY = pagePolicy({ connectTo: 'http: https:' })

/** What the page loads; each file of these endings has a fixed path, `/sandbox/<name>`. */
const BROWSER = new URL('./browser/', import.meta.url)
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** In the language of `?lang=`, else in the one that the browser prefers, else in Portuguese. */
export function mountSandbox(app: FastifyInstance, addresses: BaseAddresses): void {
  app.get('/sandbox', (request, reply) => {
    const language = languageFor(request, reply)
    reply.header('content-security-policy', POLICY)
    const page = sandboxPage(sandboxTexts(language === 'en' ? 'en' : 'pt-BR'), addresses)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  for (const name of readdirSync(BROWSER)) {
    const type = TYPES[extname(name)]
    if (type !== undefined) serve(app, name, type)
  }
}

/**
 * Without a browser's cache, so that the modules of two versions never meet in one page. Read when
 * first asked for: the runner starts this service too, and nobody opens its pages.
 */
function serve(app: FastifyInstance, name: string, type: string): void {
  let content: string | undefined
  app.get(`/sandbox/${name}`, (_request, reply) => {
    content ??= readFileSync(new URL(name, BROWSER), 'utf8')
    return reply.type(type).send(content)
  })
}
