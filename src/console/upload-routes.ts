/** From the form to the verdict, and from the verdict to the start of a run. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '../reconciliation/intake/uploads.ts'
import { sameToken } from './access.ts'
import type { ConsoleTools } from './console-tools.ts'
import { Drafts } from './drafts.ts'
import type { Draft } from './drafts.ts'
import { judgeDraft, rowsToMend } from './judge-draft.ts'
import { noticePage } from './page.ts'
import { Refusal } from './refusal.ts'
import { sendPage } from './route-parts.ts'
import type { RouteParts } from './route-parts.ts'
import { LATEST_RUNS_MAX, latestRuns } from './runs-page.ts'
import { FORM_BYTES_MAX, takeUpload } from './take-upload.ts'
import { uploadPage } from './upload-page.ts'
import { verdictPage } from './verdict-page.ts'

const STATUS_REFUSED = 422

export function addUploadRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools, setting, formToken } = parts
  const { texts, locale } = setting
  const drafts = new Drafts()

  pages.get('/', async (_request, reply) => {
    const runs = await tools.runs.list(LATEST_RUNS_MAX)
    const latest = latestRuns(setting, runs)
    return sendPage(reply, uploadPage(setting, { formToken, latestRuns: latest }))
  })

  pages.post('/uploads', { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    if (!request.isMultipart()) throw new Refusal(415, texts.notices.noFile)
    const taken = await takeUpload(request, tools, { formToken, texts })
    const judged = await judgeDraft(await kept(taken.id), locale)
    drafts.add({ ...taken, judged })
    return reply.redirect(`/uploads/${taken.id}`, 303)
  })

  pages.get('/uploads/:id', async (request, reply) => {
    const draft = draftOf(request)
    const { judged } = draft
    if ('refusal' in judged) {
      const { refused: title, refusedNote: note } = texts.notices
      const message = `${draft.name}: ${judged.refusal}`
      return sendPage(reply, noticePage(setting, { title, message, note }))
    }
    return sendPage(reply, verdictPage(setting, { ...draft, judged }, formToken))
  })

  pages.get('/uploads/:id/rejected.csv', async (request, reply) => {
    const rows = await rowsToMend(await kept(draftOf(request).id), locale)
    if (rows === undefined) throw new Refusal(404, texts.notices.missing)
    reply.header('content-disposition', 'attachment; filename="rejected.csv"')
    return reply.type('text/csv').send(Readable.from(rows))
  })

  pages.post('/uploads/:id/run', async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (!sameToken(form.get('form_token'), formToken)) throw new Refusal(403, texts.notices.form)
    const draft = draftOf(request)
    if ('refusal' in draft.judged) throw new Refusal(STATUS_REFUSED, draft.judged.refusal)
    const otherFleet = form.get('other_fleet') === 'yes'
    if (!isUnderWay(tools, draft)) await start(draft, otherFleet)
    return reply.redirect('/runs/current', 303)
  })

  async function start({ id, name, defaults }: Draft, otherFleet: boolean): Promise<void> {
    const upload = await kept(id)
    const source = (): AsyncIterable<Uint8Array> => upload.source()
    tools.desk.start({ draftId: id, name, source, defaults, otherFleet })
  }

  function draftOf(request: FastifyRequest): Draft {
    const { id } = request.params as { id: string }
    const draft = drafts.find(id)
    if (draft === undefined) throw new Refusal(404, texts.notices.draftGone)
    return draft
  }

  async function kept(id: string): Promise<Upload> {
    const upload = await tools.drafts.find(id)
    if (upload === undefined) throw new Refusal(404, texts.notices.draftGone)
    return upload
  }
}

/** A second click on the same button follows the run that the first one started. */
function isUnderWay({ desk }: ConsoleTools, { id }: Draft): boolean {
  const view = desk.current()
  return view !== undefined && !view.ended && view.draftId === id
}
