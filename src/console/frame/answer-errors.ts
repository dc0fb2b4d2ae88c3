/** Every error of a page is a page: what happened, and where to go on. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../../failure.ts'
import { html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { noticePage, type PageSetting } from './page.ts'
import { pageWords } from './page-words.ts'
import { Refusal } from './refusal.ts'
import { UPLOAD_LIMITS } from './upload-limits.ts'
import { fieldsOf } from '../../fields.ts'

export function answerErrors(pages: FastifyInstance, onBug: (error: unknown) => void): void {
  pages.setErrorHandler((error, request, reply) => {
    const { setting } = request
    const { notices } = setting.texts
    const { status, message } = explain(error, setting)
    const isExpected = error instanceof Failure || error instanceof Refusal
    if (status >= 500 && !isExpected) onBug(error)
    const enter = message === notices.ended ? notices.signInAgain : notices.signIn
    const back = cameFrom(request)
    const next = back === undefined ? '' : `?next=${encodeURIComponent(back)}`
    const signIn = html`<a href="/sign-in${next}">${enter}</a>`
    const note = status === 401 && signIn
    const body = noticePage(setting, { title: notices.title, message, note, back })
    return reply.code(status).type('text/html; charset=utf-8').send(body)
  })

  function explain(
    error: unknown,
    { texts: { notices }, locale }: PageSetting,
  ): { status: number; message: string } {
    if (error instanceof Refusal) return error
    if (error instanceof Failure) {
      const status = FAILURE_STATUSES[error.code] ?? 500
      return { status, message: pageWords(error.in(locale), locale) }
    }
    const { statusCode, code } = fieldsOf(error)
    // Whoever was sending went away: nobody reads the answer, and nothing is wrong here.
    if (code === 'ECONNRESET') return { status: 400, message: notices.form }
    if (error instanceof Error && CUT_FORM.test(error.message))
      return { status: 400, message: notices.cut }
    if (statusCode === 413) {
      return { status: 413, message: fill(notices.tooLarge, UPLOAD_LIMITS) }
    }
    if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
      return { status: statusCode, message: notices.form }
    }
    return { status: 500, message: notices.bug }
  }
}

/** The path of the page of ours that the request was sent from; undefined for any other. */
function cameFrom({ headers, host }: FastifyRequest): string | undefined {
  const from = URL.parse(headers.referer ?? '')
  const isOurs = from?.host === host && !from.pathname.startsWith('//')
  return isOurs ? `${from.pathname}${from.search}` : undefined
}

/** What the reader of forms with files says of one without its end, or without a boundary. */
const CUT_FORM =
  /terminated early|^Unexpected end of multipart data$|^Multipart: Boundary not found$/

const FAILURE_STATUSES: Readonly<Record<string, number>> = {
  usage: 400,
  'file-refused': 422,
  'wrong-key': 422,
  'wrong-account': 422,
  'wrong-service': 422,
  'service-unreachable': 502,
  'already-running': 409,
  'database-unreachable': 503,
  'disk-full': 507,
  'memory-short': 507,
}
