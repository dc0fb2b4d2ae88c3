/**
 * Spreadsheets that people sent to the pages and have not started: the file sealed as it was sent,
 * and beside it, sealed too, what they said of it. A restart of the console loses none of it.
 */
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { isFields } from '../../fields.ts'
import type { RowCounts } from '../../reconciliation/intake/judged.ts'
import { openUploads } from '../../reconciliation/intake/uploads.ts'
import type { Upload, UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { Secret } from '../../secret.ts'

/** What people say of how a file is read, its edited rows included. */
export type ReadingOptions = Pick<
  UploadAbout,
  'defaults' | 'map' | 'sheet' | 'strict' | 'repairPlates' | 'forgetReading' | 'edits'
>

export interface Draft {
  /** A random UUID, used in paths and addresses instead of the name. */
  readonly id: string
  /** For people only. */
  readonly name: string
  readonly fleet: string
  /** ISO 8601. */
  readonly sentAt: string
  readonly sentBy: string
  readonly readingOptions: ReadingOptions
  /** As last judged; null for a file that is refused as a whole. */
  readonly counts: RowCounts | null
  /** True once its import was asked for. */
  readonly started: boolean
}

/** Files of one fleet that wait at a time. */
export const DRAFTS_MAX = 20
const OWNER_ONLY = 0o600
const ID = /^[0-9a-f-]{36}$/

export type DraftStore = ReturnType<typeof openDrafts>

export function openDrafts(
  directory: string,
  secret: Pick<Secret, 'seal' | 'open' | 'sealBytes' | 'openBytes'>,
  clock: Pick<Clock, 'now'>,
) {
  const uploads = openUploads(directory, secret, clock)
  const pathOf = (id: string): string => join(directory, `${id}.draft`)
  const contextOf = (id: string): string => `draft/${id}`

  /** Anything but a UUID, which an address may hold, is no path. */
  async function find(id: string): Promise<Draft | undefined> {
    if (!ID.test(id)) return undefined
    const bytes = await readFile(pathOf(id)).catch(() => undefined)
    if (bytes === undefined) return undefined
    const draft: unknown = JSON.parse(secret.open(bytes, contextOf(id)))
    if (!isDraft(draft)) throw new Error(`What was kept beside ${id} is no draft.`)
    return draft
  }

  return {
    find,
    keepFile: (id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
      uploads.keep(id, bytes, { defaults: {}, otherFleet: false }),
    /** The file as it was sent; undefined when its time is over. */
    file: (id: string): Promise<Pick<Upload, 'source'> | undefined> => uploads.find(id),
    /** Replaces what was noted of the draft before. */
    note: async (draft: Draft): Promise<void> => {
      const partial = `${pathOf(draft.id)}.partial`
      const sealed = secret.seal(JSON.stringify(draft), contextOf(draft.id))
      await writeFile(partial, sealed, { mode: OWNER_ONLY, flush: true })
      // Its time is over together with that of the file.
      await utimes(partial, new Date(draft.sentAt), new Date(draft.sentAt))
      await rename(partial, pathOf(draft.id))
    },
    /** Those that are not started, the oldest first. */
    waiting: async (fleet: string): Promise<Draft[]> => {
      const names = await readdir(directory).catch(() => [])
      const found: Draft[] = []
      for (const name of names.filter((each) => each.endsWith('.sealed'))) {
        // One that is damaged must not hide the others.
        const draft = await find(name.slice(0, -'.sealed'.length)).catch(() => undefined)
        if (draft?.fleet === fleet && !draft.started) found.push(draft)
      }
      return found.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt) || a.id.localeCompare(b.id))
    },
    discard: async (id: string): Promise<void> => {
      await rm(pathOf(id), { force: true })
      await rm(join(directory, `${id}.sealed`), { force: true })
    },
  }
}

/** `note` alone writes it, sealed, so that nobody else can. */
function isDraft(value: unknown): value is Draft {
  return isFields(value) && isFields(value['readingOptions'])
}
