/** From the form to the verdict, and from the verdict to the start of a run. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DifferenceWatch } from '../app/intake/file-difference.ts'
import type { Upload } from '../reconciliation/intake/uploads.ts'
import {
  verdictExtension,
  verdictMediaType,
  writeVerdicts,
} from '../reconciliation/intake/verdicts/write-verdicts.ts'
import { sameToken } from './access.ts'
import type { ConsoleTools } from './console-tools.ts'
import { choicesOf, Drafts } from './drafts.ts'
import type { Draft } from './drafts.ts'
import { judgeDraft, judgedAgain } from './judge-draft.ts'
import type { DraftReading } from './judge-draft.ts'
import { refusedPage } from './refused-page.ts'
import { Refusal } from './refusal.ts'
import { sendPage } from './route-parts.ts'
import type { RouteParts } from './route-parts.ts'
import { LATEST_RUNS_MAX, latestRuns } from './runs-page.ts'
import { FORM_BYTES_MAX, takeUpload } from './take-upload.ts'
import { uploadPage } from './upload-page.ts'
import { verdictPage } from './verdict-page.ts'
import { changedReadingOptions } from './reading-options.ts'
import { fieldsOf } from '../fields.ts'

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
    await judge(taken)
    return reply.redirect(`/uploads/${taken.id}`, 303)
  })

  pages.get('/uploads/:id', async (request, reply) => {
    const draft = draftOf(request)
    const { judged } = draft
    if ('refusal' in judged) {
      return sendPage(reply, refusedPage(setting, { ...draft, judged }, formToken))
    }
    return sendPage(reply, verdictPage(setting, { ...draft, judged }, formToken))
  })

  pages.post('/uploads/:id/reading', async (request, reply) => {
    const form = formOf(request)
    const draft = draftOf(request)
    const choices = choicesOf(draft)
    if (choices === undefined) throw new Refusal(STATUS_REFUSED, texts.notices.form)
    const field = (name: string): string => (form.get(name) ?? '').trim()
    await judge({
      ...draft,
      readingOptions: changedReadingOptions(field, draft.readingOptions, choices),
    })
    return reply.redirect(`/uploads/${draft.id}`, 303)
  })

  for (const [path, rows] of [
    ['checked', 'all'],
    ['to-fix', 'rejected'],
  ] as const) {
    pages.get(`/uploads/:id/${path}`, async (request, reply) => {
      const judged = await judgedAgain(await readingOf(draftOf(request)))
      if ('refused' in judged) throw new Refusal(404, texts.notices.missing)
      const { understood } = judged
      const name = rows === 'all' ? texts.verdict.checkedName : texts.verdict.rejectedName
      const file = `${name}${verdictExtension(understood)}`
      reply.header('content-disposition', `attachment; filename="${file}"`)
      const pieces = writeVerdicts(understood, judged.rows, { rows, locale })
      return reply.type(verdictMediaType(understood)).send(Readable.from(pieces))
    })
  }

  pages.post('/uploads/:id/run', async (request, reply) => {
    const form = formOf(request)
    const draft = draftOf(request)
    if ('refusal' in draft.judged) throw new Refusal(STATUS_REFUSED, draft.judged.refusal)
    const otherFleet = form.get('other_fleet') === 'yes'
    const updateOwners = form.get('update_owners') === 'yes'
    if (!isUnderWay(tools, draft)) await start(draft, { otherFleet, updateOwners })
    return reply.redirect('/runs/current', 303)
  })

  async function start(
    { id, name, readingOptions }: Draft,
    allowed: { otherFleet: boolean; updateOwners: boolean },
  ): Promise<void> {
    const upload = await kept(id)
    const source = (): AsyncIterable<Uint8Array> => upload.source()
    tools.consoleRuns.start({ draftId: id, name, source, ...readingOptions, ...allowed })
  }

  async function judge(given: Pick<Draft, 'id' | 'name' | 'readingOptions'>): Promise<void> {
    const draft = { ...given, remembered: await tools.remembered() }
    const before = await tools.fleetBefore()
    const watch = before && new DifferenceWatch(before)
    drafts.put({ ...draft, judged: await judgeDraft(await readingOf(draft), locale, watch) })
  }

  type Read = Pick<Draft, 'id' | 'readingOptions' | 'remembered'>

  async function readingOf({ id, readingOptions, remembered }: Read): Promise<DraftReading> {
    const upload = await kept(id)
    return { source: () => upload.source(), readingOptions, remembered }
  }

  function formOf(request: FastifyRequest): URLSearchParams {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (!sameToken(form.get('form_token'), formToken)) throw new Refusal(403, texts.notices.form)
    return form
  }

  function draftOf(request: FastifyRequest): Draft {
    const draft = drafts.find(String(fieldsOf(request.params)['id']))
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
function isUnderWay({ consoleRuns }: ConsoleTools, { id }: Draft): boolean {
  const view = consoleRuns.current()
  return view !== undefined && !view.ended && view.draftId === id
}
