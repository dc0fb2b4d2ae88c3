/** Scalar's script for /docs, under a name that changes with its content. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify from 'fastify'

export interface DocsScript {
  readonly path: string
  readonly gzipped: Buffer
}

/** The package offers its script only by a Fastify plugin, so a private Fastify is asked for it. */
export async function readDocsScript(): Promise<DocsScript> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  await using app = fastify()
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { body: script } = await app.inject('/js/scalar.js')
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16)
  return { path: `/docs/scalar-${hash}.js`, gzipped: await promisify(gzip)(script) }
}
