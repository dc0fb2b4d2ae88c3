/** What a person does with a spreadsheet that was sent: how it is read, its rows, and its start. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { askForRun } from '../../app/requests/ask-for-run.ts'
import { inLocale } from '../../bilingual.ts'
import { takenUnseen } from '../../reconciliation/intake/import-refusal.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'
import { sheetOf } from '../../reconciliation/intake/records/edited-rows.ts'
import { changedMeanwhile, editsOf } from '../../reconciliation/intake/verdicts/rows-to-edit.ts'
import {
  verdictExtension,
  verdictMediaType,
  writeVerdicts,
} from '../../reconciliation/intake/verdicts/write-verdicts.ts'
import { byteOfCharacter } from '../../sheets/text/windows-1252.ts'
import type { Place } from '../access/place.ts'
import { wantedFleet } from '../fleets/fleets-routes.ts'
import type { PageSetting } from '../frame/page.ts'
import { sendAs } from '../frame/of-fleet.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { fleetNames } from '../frame/with-fleet.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { draftWords } from './draft-words.ts'
import type { Drafts, SeenDraft } from './drafts.ts'
import { CELL_CHARACTERS_MAX } from './edit-rows.ts'
import { changedReadingOptions, choicesOf } from './reading-options.ts'
import { refusedPage } from './refused-page.ts'
import { verdictPage } from './verdict-page.ts'

const STATUS_TAKEN = 409
/** All edits of a file, as they are kept with it: one sealed piece of an upload holds them. */
const EDITS_BYTES_MAX = 256 * 1024

export function addDraftRoutes(
  pages: FastifyInstance,
  { tools, drafts, place }: RouteParts & { drafts: Drafts; place: Place },
): void {
  pages.get('/uploads/:id', needs('upload'), async ({ setting, params }, reply) =>
    sendPage(reply, await pageOf(setting, wordOf(params, 'id'))),
  )

  async function pageOf(setting: PageSetting, id: string, taken?: ReadonlySet<number>) {
    const draft = await drafts.find(setting, id)
    const { judged } = draft
    if ('refusal' in judged) return refusedPage(setting, { ...draft, judged })
    const names = judged.difference.refusal === null ? [] : await fleetNames(tools, setting.visitor)
    const fleets = names.filter((name) => name !== setting.fleet)
    return verdictPage(setting, { ...draft, judged }, { fleets, taken })
  }

  pages.post('/uploads/:id/reading', needs('upload'), async ({ setting, form, params }, reply) => {
    const field = (name: string): string => (form.get(name) ?? '').trim()
    await drafts.change(setting, wordOf(params, 'id'), (seen) => {
      const choices = choicesOf(seen)
      if (choices === undefined) throw new Refusal(STATUS_REFUSED, setting.texts.notices.form)
      return { readingOptions: changedReadingOptions(field, seen.readingOptions, choices) }
    })
    return reply.redirect(`/uploads/${wordOf(params, 'id')}`, 303)
  })

  pages.post('/uploads/:id/rows', needs('upload'), async ({ setting, form, params }, reply) => {
    const id = wordOf(params, 'id')
    let taken: ReadonlySet<number> = new Set()
    await drafts.change(setting, id, (seen) => {
      const { edits, lines } = editedIn(form, seen, setting)
      taken = lines
      return { readingOptions: { ...seen.readingOptions, edits } }
    })
    if (taken.size === 0) return reply.redirect(`/uploads/${id}`, 303)
    return sendPage(reply, await pageOf(setting, id, taken), STATUS_TAKEN)
  })

  pages.post('/uploads/:id/fleet', needs('upload'), async ({ setting, form, params }, reply) => {
    const fleet = await wantedFleet(tools, setting, form)
    await drafts.change(setting, wordOf(params, 'id'), () => ({ fleet }))
    place.setFleet(reply, fleet)
    return reply.redirect(`/uploads/${wordOf(params, 'id')}`, 303)
  })

  pages.post('/uploads/:id/discard', needs('upload'), async ({ setting, params }, reply) => {
    const { id } = await drafts.find(setting, wordOf(params, 'id'))
    await tools.drafts.discard(id)
    return reply.redirect('/upload', 303)
  })

  for (const [path, rows] of [
    ['checked', 'all'],
    ['to-fix', 'rejected'],
  ] as const) {
    pages.get(`/uploads/:id/${path}`, needs('upload'), async ({ setting, params }, reply) => {
      const { texts, locale } = setting
      const judged = await drafts.judgedFile(setting, wordOf(params, 'id'))
      if ('refused' in judged) throw new Refusal(404, texts.notices.missing)
      const { understood } = judged
      const name = rows === 'all' ? texts.verdict.checkedName : texts.verdict.rejectedName
      const pieces = writeVerdicts(understood, judged.rows, { rows, locale })
      sendAs(reply, `${name}${verdictExtension(understood)}`).type(verdictMediaType(understood))
      return reply.send(Readable.from(pieces))
    })
  }

  pages.post('/uploads/:id/run', needs('run'), async ({ setting, form, params }, reply) => {
    const { judged, ...draft } = await drafts.find(setting, wordOf(params, 'id'))
    if ('refusal' in judged) throw new Refusal(STATUS_REFUSED, judged.refusal)
    const { person, fleets } = setting.visitor
    const taken = takenUnseen(judged.difference.moved, fleets)
    if (taken !== undefined) throw new Refusal(STATUS_REFUSED, inLocale(taken, setting.locale))
    const isTicked = (name: string): boolean => form.get(name) === 'yes'
    const otherFleet = isTicked('other_fleet')
    // Its page asks whether the file is of another fleet.
    if (judged.difference.refusal !== null && !otherFleet) {
      return reply.redirect(`/uploads/${draft.id}`, 303)
    }
    const file = await tools.drafts.file(draft.id)
    if (file === undefined) throw new Refusal(404, setting.texts.notices.draftGone)
    const about: UploadAbout = {
      ...draft.readingOptions,
      otherFleet,
      updateOwners: isTicked('update_owners'),
      deactivateMissing: isTicked('deactivate_missing'),
      ...(fleets === null ? {} : { fleets }),
    }
    const upload = { id: draft.id, about, source: () => file.source() }
    const { fleet: fleetName, name } = draft
    const asked = { fleetName, kind: 'import', name, by: person.name, upload } as const
    await tools.ledger.use((ledger) => askForRun(ledger, tools, asked))
    // Rows that were edited meanwhile are not in this run: then the file stays in the list.
    await tools.drafts.note({ ...draft, started: true })
    tools.ownRuns.poke()
    return reply.redirect('/runs/current', 303)
  })
}

/**
 * The edits of before with what this form says, except in the lines that were changed since it was
 * opened. Throws a Refusal over a limit.
 */
function editedIn(
  form: URLSearchParams,
  { judged, readingOptions }: SeenDraft,
  setting: PageSetting,
) {
  const { visitor, locale, texts } = setting
  const words = draftWords(locale)
  if ('refusal' in judged) throw new Refusal(STATUS_REFUSED, texts.notices.form)
  const { toEdit, understood } = judged
  const undone = form.get('undo')
  const sheet = sheetOf(understood.container)
  const before = (readingOptions.edits ?? []).filter(
    (edit) => String(edit.line) !== undone || edit.sheet !== sheet,
  )
  const fieldOf = (name: string): string | undefined => form.get(name) ?? undefined
  const lines = changedMeanwhile(toEdit, before, new Map(form))
  const own = toEdit.filter(({ line }) => !lines.has(line))
  const edits = editsOf(own, before, { fieldOf, by: visitor.person.name })
  const typed = edits.flatMap(({ cells }) => Object.values(cells ?? {}))
  if (typed.some((text) => text.length > CELL_CHARACTERS_MAX)) {
    throw new Refusal(STATUS_REFUSED, fill(words.tooLong, { limit: CELL_CHARACTERS_MAX }))
  }
  // The file goes back in its own encoding, which must be able to hold what was typed.
  const isNarrow = understood.encoding.name === 'windows-1252'
  const characters = isNarrow ? Array.from(typed.join('')) : []
  const char = characters.find((each) => byteOfCharacter(each) === undefined)
  if (char !== undefined) throw new Refusal(STATUS_REFUSED, fill(words.notHeld, { char }))
  if (Buffer.byteLength(JSON.stringify(edits)) > EDITS_BYTES_MAX) {
    throw new Refusal(STATUS_REFUSED, words.tooManyEdits)
  }
  return { edits, lines }
}
