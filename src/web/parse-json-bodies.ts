/** JSON bodies only: valid UTF-8, bounded depth, each key once, none of the prototype's. */
import type { FastifyInstance } from 'fastify'
import { jsonShape } from './json-shape.ts'
import { BODY_INVALID, KEY_REPEATED, shownName } from './problem-words.ts'
import type { WebLimits } from './web-limits.ts'

export function parseJsonBodies(app: FastifyInstance, limits: WebLimits): void {
  app.removeAllContentTypeParsers()
  // Many clients name a type for a POST without a body, and not always JSON.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type']
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  const options = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/json', options, (request, body, done) => {
    // Compressed bodies are refused, so that no small body can become a large one.
    if (isPacked(request.headers['content-encoding'])) return done(bodyPacked(), undefined)
    if (body.length === 0) return done(null, undefined)
    const text = decoded(body)
    if (text === undefined) return done(bodyInvalid(), undefined)
    const { depth, repeated } = jsonShape(text)
    if (depth > limits.jsonDepthMax) return done(bodyInvalid(), undefined)
    return parse(request, text, (error, parsed) => {
      if (error !== null) return done(bodyInvalid(), undefined)
      // Another program may read the other value of a repeated key, so the body is refused.
      return repeated === undefined ? done(null, parsed) : done(keyRepeated(repeated), undefined)
    })
  })
}

function isPacked(encoding: string | undefined): boolean {
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'
}

/** Undefined for invalid UTF-8, which would silently become another character. */
function decoded(body: string | Buffer): string | undefined {
  try {
    return typeof body === 'string' ? body : UTF8.decode(body)
  } catch {
    return undefined
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function bodyInvalid(): Error {
  return Object.assign(new Error('the body is not acceptable JSON'), {
    statusCode: 400,
    code: BODY_INVALID,
  })
}

function keyRepeated(key: string): Error {
  return Object.assign(new Error('a key stands twice'), {
    statusCode: 400,
    code: KEY_REPEATED,
    field: shownName(key),
  })
}

function bodyPacked(): Error {
  return Object.assign(new Error('the body is compressed'), { statusCode: 415 })
}
