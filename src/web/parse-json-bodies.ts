/**
 * Accepts JSON bodies only: valid UTF-8, bounded in depth, each key once, and without keys that
 * change an object's prototype.
 */
import type { FastifyInstance } from 'fastify'
import { jsonShape, membersOf } from './json-shape.ts'
import { BODY_INVALID } from './problem-words.ts'
import type { WebLimits } from './web-limits.ts'

export function parseJsonBodies(app: FastifyInstance, limits: WebLimits): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  const options = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/json', options, (request, body, done) => {
    // Compressed bodies are refused, so that no small body can become a large one.
    if (isPacked(request.headers['content-encoding'])) return done(bodyPacked(), undefined)
    // An empty body with the header is what many clients send with a POST that has none.
    if (body.length === 0) return done(null, undefined)
    const text = decoded(body)
    if (text === undefined) return done(bodyInvalid(), undefined)
    const { depth, members } = jsonShape(text)
    if (depth > limits.jsonDepthMax) return done(bodyInvalid(), undefined)
    return parse(request, text, (error, parsed) => {
      // Another program may read the other value of a duplicate key, so the body is refused.
      if (error === null && membersOf(parsed) === members) done(null, parsed)
      else done(bodyInvalid(), undefined)
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

function bodyPacked(): Error {
  return Object.assign(new Error('the body is compressed'), { statusCode: 415 })
}
