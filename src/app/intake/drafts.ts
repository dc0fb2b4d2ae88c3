/**
 * Spreadsheets that people sent to the pages and have not started: the file sealed as it was sent,
 * and beside it, sealed too, what they said of it. A restart of the console loses none of it.
 */
import { link, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { fieldsOf, isFields } from '../../fields.ts'
import type { RowCounts } from '../../ledger/fleets/imports.ts'
import { openUploads, type Upload, type UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { Random } from '../../random.ts'
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
  /** How often it was noted; 0 before the first time. */
  readonly revision: number
}

/** Files of one fleet that wait at a time. */
export const DRAFTS_MAX = 20
const OWNER_ONLY = 0o600
const ID = /^[0-9a-f-]{36}$/

export type DraftStore = ReturnType<typeof openDrafts>

export function openDrafts(
  directory: string,
  secret: Pick<Secret, 'seal' | 'open' | 'sealBytes' | 'openBytes'>,
  { clock, random }: { readonly clock: Pick<Clock, 'now'>; readonly random: Pick<Random, 'uuid'> },
) {
  const uploads = openUploads(directory, secret, clock)
  const pathOf = (id: string, revision: number): string =>
    join(directory, `${id}.${revision}.draft`)
  const contextOf = (id: string): string => `draft/${id}`

  /** Anything but a UUID, which an address may hold, is no path; what is damaged is no draft. */
  async function find(id: string): Promise<Draft | undefined> {
    if (!ID.test(id)) return undefined
    return newest(id).catch((error: unknown) => {
      if (error instanceof Failure) return undefined
      throw error
    })
  }

  async function newest(id: string): Promise<Draft | undefined> {
    for (let replaced = 0; ;) {
      const revision = Math.max(0, ...(await revisions(id)))
      if (revision === replaced) return undefined
      const bytes = await readFile(pathOf(id, revision)).catch(() => undefined)
      if (bytes === undefined) return undefined
      if (bytes.length > 0) {
        const draft: unknown = JSON.parse(secret.open(bytes, contextOf(id)))
        if (!isDraft(draft)) throw new Error(`What was kept beside ${id} is no draft.`)
        return { ...draft, revision }
      }
      // A newer one was written between the two reads.
      replaced = revision
    }
  }

  async function revisions(id: string): Promise<number[]> {
    const names = await readdir(directory).catch(() => [])
    return names.flatMap((name) => {
      const [of, revision, kind] = name.split('.')
      return of === id && kind === 'draft' ? [Number(revision)] : []
    })
  }

  return {
    find,
    keepFile: (id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
      uploads.keep(id, bytes, { defaults: {}, otherFleet: false }),
    /** The file as it was sent; undefined when its time is over. */
    file: (id: string): Promise<Pick<Upload, 'source'> | undefined> => uploads.find(id),
    /**
     * Replaces what was noted of the draft when it was read. False, and nothing is noted, where
     * somebody else noted something since: only one process can make the next revision's file.
     */
    note: async ({ revision, ...draft }: Draft): Promise<boolean> => {
      const { id, sentAt } = draft
      const partial = join(directory, `${id}.${random.uuid()}.partial`)
      const sealed = secret.seal(JSON.stringify(draft), contextOf(id))
      await writeFile(partial, sealed, { mode: OWNER_ONLY, flush: true })
      try {
        // Its time is over together with that of the file.
        await utimes(partial, new Date(sentAt), new Date(sentAt))
        await link(partial, pathOf(id, revision + 1))
      } catch (error) {
        if (fieldsOf(error)['code'] === 'EEXIST') return false
        throw error
      } finally {
        await rm(partial, { force: true })
      }
      // Its name stays, so that nobody who read it can make the same revision once more.
      if (revision > 0) await truncate(pathOf(id, revision)).catch(() => undefined)
      return true
    },
    /** The oldest first; those that were started, too. */
    ofFleet: async (fleet: string): Promise<Draft[]> => {
      const names = await readdir(directory).catch(() => [])
      const found: Draft[] = []
      for (const name of names.filter((each) => each.endsWith('.sealed'))) {
        const draft = await find(name.slice(0, -'.sealed'.length))
        if (draft?.fleet === fleet) found.push(draft)
      }
      return found.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt) || a.id.localeCompare(b.id))
    },
    discard: async (id: string): Promise<void> => {
      for (const each of await revisions(id)) await rm(pathOf(id, each), { force: true })
      await rm(join(directory, `${id}.sealed`), { force: true })
    },
  }
}

/** `note` alone writes it, sealed, so that nobody else can. */
function isDraft(value: unknown): value is Draft {
  return isFields(value) && isFields(value['readingOptions'])
}
