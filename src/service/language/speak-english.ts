/** Errors in English for callers that prefer it; the interface's own language is Portuguese. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldsOf } from '../../fields.ts'
import { englishDetail } from './english-detail.ts'
import { languageOf } from './language-of.ts'

export function speakEnglish(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const english = reply.statusCode < 400 ? undefined : asked(request, fieldsOf(payload)['detail'])
    if (english === undefined) return done(null, payload)
    reply.header('content-language', 'en')
    return done(null, { detail: english })
  })
}

/** Undefined where Portuguese is preferred, or the sentence is a provider's own. */
function asked({ headers }: FastifyRequest, detail: unknown): string | undefined {
  const isEnglish = languageOf(undefined, headers['accept-language']) === 'en'
  return isEnglish && typeof detail === 'string' ? englishDetail(detail) : undefined
}
