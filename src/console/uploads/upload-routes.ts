/** From the form to the verdict, and from the verdict to the start of a run. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DifferenceWatch, newFleet } from '../../app/intake/file-difference.ts'
import type { FleetBefore } from '../../app/intake/file-difference.ts'
import { readFleetBefore } from '../../app/intake/read-fleet-before.ts'
import { askForRun } from '../../app/requests/ask-for-run.ts'
import { freshBudgets } from '../../app/plan/fresh-budgets.ts'
import type { FleetReading } from '../../ledger/fleets/fleet-reading.ts'
import type { Upload } from '../../reconciliation/intake/uploads.ts'
import {
  verdictExtension,
  verdictMediaType,
  writeVerdicts,
} from '../../reconciliation/intake/verdicts/write-verdicts.ts'
import { choicesOf, Drafts } from './drafts.ts'
import type { Draft } from './drafts.ts'
import { judgeDraft, judgedAgain } from './judge-draft.ts'
import type { DraftReading } from './judge-draft.ts'
import { refusedPage } from './refused-page.ts'
import { Refusal } from '../frame/refusal.ts'
import type { PageSetting } from '../frame/page.ts'
import { contextOf, formOf, needs, sendPage } from '../frame/route-parts.ts'
import type { RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { fleetRuns, LATEST_RUNS_MAX, latestRuns } from '../runs/runs-page.ts'
import { FORM_BYTES_MAX, takeUpload } from './take-upload.ts'
import { uploadPage } from './upload-page.ts'
import { verdictPage } from './verdict-page.ts'
import { changedReadingOptions } from './reading-options.ts'
import { fieldsOf } from '../../fields.ts'

const STATUS_REFUSED = 422

export function addUploadRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools, settingOf } = parts
  const drafts = new Drafts()

  pages.get('/upload', needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const runs = await fleetRuns(tools, setting, LATEST_RUNS_MAX)
    return sendPage(reply, uploadPage(setting, latestRuns(setting, runs)))
  })

  const sent = { ...needs('upload'), bodyLimit: FORM_BYTES_MAX }
  pages.post('/uploads', sent, async (request, reply) => {
    const setting = settingOf(request)
    const { texts, visitor } = setting
    if (!request.isMultipart()) throw new Refusal(415, texts.notices.noFile)
    const { formToken } = visitor
    const taken = await takeUpload(request, tools, { formToken, texts })
    await judge(setting, taken)
    return reply.redirect(`/uploads/${taken.id}`, 303)
  })

  pages.get('/uploads/:id', needs('upload'), async (request, reply) => {
    const setting = settingOf(request)
    const { formToken } = setting.visitor
    const draft = draftOf(request)
    const { judged } = draft
    if ('refusal' in judged) {
      return sendPage(reply, refusedPage(setting, { ...draft, judged }, formToken))
    }
    return sendPage(reply, verdictPage(setting, { ...draft, judged }, formToken))
  })

  pages.post('/uploads/:id/reading', needs('upload'), async (request, reply) => {
    const setting = settingOf(request)
    const form = formOf(request, setting)
    const draft = draftOf(request)
    const choices = choicesOf(draft)
    if (choices === undefined) throw new Refusal(STATUS_REFUSED, setting.texts.notices.form)
    const field = (name: string): string => (form.get(name) ?? '').trim()
    await judge(setting, {
      ...draft,
      readingOptions: changedReadingOptions(field, draft.readingOptions, choices),
    })
    return reply.redirect(`/uploads/${draft.id}`, 303)
  })

  for (const [path, rows] of [
    ['checked', 'all'],
    ['to-fix', 'rejected'],
  ] as const) {
    pages.get(`/uploads/:id/${path}`, needs('upload'), async (request, reply) => {
      const setting = settingOf(request)
      const { texts, locale } = setting
      const judged = await judgedAgain(await readingOf(setting, draftOf(request)))
      if ('refused' in judged) throw new Refusal(404, texts.notices.missing)
      const { understood } = judged
      const name = rows === 'all' ? texts.verdict.checkedName : texts.verdict.rejectedName
      const file = `${name}${verdictExtension(understood)}`
      reply.header('content-disposition', `attachment; filename="${file}"`)
      const pieces = writeVerdicts(understood, judged.rows, { rows, locale })
      return reply.type(verdictMediaType(understood)).send(Readable.from(pieces))
    })
  }

  pages.post('/uploads/:id/run', needs('run'), async (request, reply) => {
    const setting = settingOf(request)
    const form = formOf(request, setting)
    const draft = draftOf(request)
    if ('refusal' in draft.judged) throw new Refusal(STATUS_REFUSED, draft.judged.refusal)
    const otherFleet = form.get('other_fleet') === 'yes'
    const updateOwners = form.get('update_owners') === 'yes'
    await start(setting, draft, { otherFleet, updateOwners })
    return reply.redirect('/runs/current', 303)
  })

  async function start(
    setting: PageSetting,
    { id, name, readingOptions }: Draft,
    allowed: { otherFleet: boolean; updateOwners: boolean },
  ): Promise<void> {
    const draft = await kept(setting, id)
    const source = (): AsyncIterable<Uint8Array> => draft.source()
    const upload = { id, source, about: { ...readingOptions, ...allowed } }
    const by = setting.visitor.person.name
    const asked = { fleetName: setting.fleet, kind: 'import', name, by, upload } as const
    await tools.ledger.use((ledger) => askForRun(ledger, tools, asked))
    tools.ownRuns.poke()
  }

  async function judge(
    setting: PageSetting,
    given: Pick<Draft, 'id' | 'name' | 'readingOptions'>,
  ): Promise<void> {
    const draft = { ...given, remembered: await remembered(setting) }
    const before = await fleetBefore(setting)
    const watch = before && new DifferenceWatch(before)
    const reading = await readingOf(setting, draft)
    drafts.put({ ...draft, judged: await judgeDraft(reading, setting.locale, watch) })
  }

  /** How people said that the fleet's files are read. */
  function remembered(setting: PageSetting): Promise<FleetReading | undefined> {
    return withFleet(tools, setting, ({ stores }, { id }) => stores.readings.find(id), undefined)
  }

  /** The fleet as the upload would find it; undefined while a run changes it. */
  async function fleetBefore(setting: PageSetting): Promise<FleetBefore | undefined> {
    const { config } = contextOf(tools, setting)
    if (tools.ledger.isNew()) return newFleet(freshBudgets(config))
    if (setting.busy) return undefined
    const { secret } = tools
    return tools.ledger.use((ledger) => readFleetBefore(config, ledger, async () => secret))
  }

  type Read = Pick<Draft, 'id' | 'readingOptions' | 'remembered'>

  async function readingOf(
    setting: PageSetting,
    { id, readingOptions, remembered: known }: Read,
  ): Promise<DraftReading> {
    const upload = await kept(setting, id)
    return { source: () => upload.source(), readingOptions, remembered: known }
  }

  function draftOf(request: FastifyRequest): Draft {
    const draft = drafts.find(String(fieldsOf(request.params)['id']))
    if (draft === undefined) throw new Refusal(404, settingOf(request).texts.notices.draftGone)
    return draft
  }

  async function kept({ texts }: PageSetting, id: string): Promise<Upload> {
    const upload = await tools.drafts.find(id)
    if (upload === undefined) throw new Refusal(404, texts.notices.draftGone)
    return upload
  }
}
