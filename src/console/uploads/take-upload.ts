/** Receives the upload form: fields first, then files, sealed to disk, never whole in memory. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { showable } from '../../reconciliation/intake/header/choose-columns.ts'
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import { DRAFTS_MAX, type Draft } from '../../app/intake/drafts.ts'
import { purge } from '../../app/purge/purge.ts'
import { fieldsOf } from '../../fields.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { refuseOthers } from '../frame/route-parts.ts'
import { FILES_MAX, FORM_FILES_BYTES_MAX, UPLOAD_LIMITS } from '../frame/upload-limits.ts'
import { draftWords } from './draft-words.ts'
import { waitingDrafts } from './drafts.ts'
import { firstReadingOptions } from './reading-options.ts'

const UPLOAD_BYTES_MAX = INTAKE_LIMITS.bytesMax
/** With room for the form's fields and the part headers around the files. */
export const FORM_BYTES_MAX = FORM_FILES_BYTES_MAX + 64 * 1024
/** The name of a fleet has up to 100 characters. */
const FIELD_BYTES_MAX = 512
const FIELDS_MAX = 8
const NAME_CHARACTERS_MAX = 120

export const multipartLimits = {
  fileSize: UPLOAD_BYTES_MAX,
  files: FILES_MAX,
  fields: FIELDS_MAX,
  fieldSize: FIELD_BYTES_MAX,
  parts: FIELDS_MAX + FILES_MAX,
  headerPairs: 20,
} as const

/**
 * Calls `taken` with each file of the form once it is kept. Throws a Refusal: as `refuseOthers`
 * does, 413 over a limit, 400 without a file; those before it stay taken.
 */
export async function takeUploads(
  request: FastifyRequest,
  tools: DraftTools,
  setting: PageSetting,
  taken: (draft: Draft) => Promise<void>,
): Promise<void> {
  const { texts, locale } = setting
  const { notices } = texts
  const fields = new Map<string, string>()
  let count = 0
  for await (const part of partsOf(request, draftWords(locale).tooMany)) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value).trim())
      continue
    }
    refuseOthers((name) => fields.get(name), setting)
    if (!part.filename) throw new Refusal(400, notices.noFile)
    await requireRoom(tools, setting)
    const readingOptions = firstReadingOptions((field) => fields.get(field) ?? '')
    // Browsers send a quote in the name of a file so.
    const name = part.filename.replaceAll('%22', '"')
    const draft = newDraft(tools, setting, { name, readingOptions })
    const tooLarge = `${draft.name}: ${fill(notices.tooLarge, UPLOAD_LIMITS)}`
    await tools.drafts.keepFile(draft.id, whole(part, tooLarge))
    count += 1
    await taken(draft)
  }
  refuseOthers((name) => fields.get(name), setting)
  if (count === 0) throw new Refusal(400, notices.noFile)
}

type DraftTools = Pick<ConsoleTools, 'context' | 'drafts' | 'ledger' | 'random' | 'clock'>

/** Throws a Refusal, 409, where as many files of the fleet wait as may. */
export async function requireRoom(
  tools: DraftTools,
  { fleet, locale }: PageSetting,
): Promise<void> {
  const { context, clock } = tools
  await purge({ config: context.config, clock }, { erases: true, only: ['drafts'] })
  if ((await waitingDrafts(tools, fleet)).length < DRAFTS_MAX) return
  throw new Refusal(409, fill(draftWords(locale).full, { limit: DRAFTS_MAX }))
}

export function newDraft(
  { random, clock }: DraftTools,
  { fleet, visitor }: PageSetting,
  { name, readingOptions }: Pick<Draft, 'name' | 'readingOptions'>,
): Draft {
  return {
    id: random.uuid(),
    name: shownName(name),
    fleet,
    sentAt: new Date(clock.now()).toISOString(),
    sentBy: visitor.person.name,
    readingOptions,
    counts: null,
    started: false,
    revision: 0,
  }
}

async function* partsOf(request: FastifyRequest, tooMany: string): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    if (fieldsOf(error)['code'] !== 'FST_FILES_LIMIT') throw error
    throw new Refusal(413, fill(tooMany, { limit: FILES_MAX }))
  }
}

/** The name for people: whole characters, without ones that change the direction of text. */
function shownName(given: string): string {
  const characters = Array.from(showable(given).toWellFormed())
  const isLong = characters.length > NAME_CHARACTERS_MAX
  return `${characters.slice(0, NAME_CHARACTERS_MAX).join('')}${isLong ? '…' : ''}`
}

/** Throws at the end of a file that was cut at the limit, so that it is not kept as complete. */
async function* whole(part: MultipartFile, tooLarge: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of part.file as AsyncIterable<Uint8Array>) yield chunk
  if (part.file.truncated) throw new Refusal(413, tooLarge)
}
