/**
 * Receives the upload form: fields first, then the file, which goes sealed to disk as it arrives
 * and is never whole in memory.
 */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { showable } from '../../reconciliation/intake/header/choose-columns.ts'
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { sameToken } from '../access/access.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { Refusal } from '../frame/refusal.ts'
import { UPLOAD_MEGABYTES_MAX } from '../frame/upload-limits.ts'
import { firstReadingOptions } from './reading-options.ts'
import type { ReadingOptions } from './reading-options.ts'

const UPLOAD_BYTES_MAX = INTAKE_LIMITS.bytesMax
/** Room for the form's fields and the part headers around the file. */
export const FORM_BYTES_MAX = UPLOAD_BYTES_MAX + 64 * 1024
const FIELD_BYTES_MAX = 256
const FIELDS_MAX = 8
const NAME_CHARACTERS_MAX = 120
/** A draft that was not started is deleted after a day. */
export const DRAFT_KEPT_MS = 24 * 3_600_000

export interface TakenUpload {
  readonly id: string
  readonly name: string
  readonly readingOptions: ReadingOptions
}

export const multipartLimits = {
  fileSize: UPLOAD_BYTES_MAX,
  files: 1,
  fields: FIELDS_MAX,
  fieldSize: FIELD_BYTES_MAX,
  parts: FIELDS_MAX + 1,
  headerPairs: 20,
} as const

/** Throws a Refusal: 403 without the form's token, 413 over the limit, 400 without a file. */
export async function takeUpload(
  request: FastifyRequest,
  { drafts, random, clock }: Pick<ConsoleTools, 'drafts' | 'random' | 'clock'>,
  { formToken, texts }: { formToken: string; texts: ConsoleTexts },
): Promise<TakenUpload> {
  const { notices } = texts
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value).trim())
      continue
    }
    if (!sameToken(fields.get('form_token'), formToken)) throw new Refusal(403, notices.form)
    if (!part.filename) throw new Refusal(400, notices.noFile)
    await drafts.expire(clock.now() - DRAFT_KEPT_MS)
    const readingOptions = firstReadingOptions((name) => fields.get(name) ?? '')
    const id = random.uuid()
    const sized = whole(part, fill(notices.tooLarge, { limit: UPLOAD_MEGABYTES_MAX }))
    await drafts.keep(id, sized, { ...readingOptions, otherFleet: false })
    return { id, name: shownName(part.filename), readingOptions }
  }
  if (!sameToken(fields.get('form_token'), formToken)) throw new Refusal(403, notices.form)
  throw new Refusal(400, notices.noFile)
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
