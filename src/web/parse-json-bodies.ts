/** JSON in, and nothing else: bounded in depth, and without keys that reach for a prototype. */
import type { FastifyInstance } from 'fastify'
import { jsonDepth } from './json-depth.ts'
import { BODY_INVALID } from './problem-words.ts'
import type { WebLimits } from './web-limits.ts'

export function parseJsonBodies(app: FastifyInstance, limits: WebLimits): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    // An empty body with the header is what many clients send with a POST that has none.
    if (text === '') return done(null, undefined)
    if (jsonDepth(text) > limits.jsonDepthMax) return done(bodyInvalid(), undefined)
    return parse(request, text, (error, parsed) => {
      if (error === null) done(null, parsed)
      else done(bodyInvalid(), undefined)
    })
  })
}

function bodyInvalid(): Error {
  return Object.assign(new Error('the body is not acceptable JSON'), {
    statusCode: 400,
    code: BODY_INVALID,
  })
}
