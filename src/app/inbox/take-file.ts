/** Imports one claimed file, as `frota reconcile FILE` would, and says how that ended. */
import type { Bilingual } from '../../bilingual.ts'
import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import { importFleet } from '../../reconciliation/intake/import-fleet.ts'
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'
import { refuse as refusalOf } from '../../reconciliation/intake/reasons/explain.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { Stores, Tools } from '../../../jobs/tools.ts'
import { receiveFile, type GivenFile } from '../run/receive-file.ts'

export interface TakeTools extends Pick<Tools, 'uploads' | 'secret' | 'clock'> {
  readonly stores: Pick<Stores, 'imports' | 'readings'>
  /** A stop leaves the file claimed: the next look goes on with it. */
  readonly stop: AbortSignal
}

export interface Why extends Bilingual {
  readonly code: string
}

export type TakeEnding =
  /** `isKnown`: the same bytes were imported before, so nothing changed. */
  | { readonly kind: 'imported'; readonly import: Import; readonly isKnown: boolean }
  | { readonly kind: 'refused'; readonly why: Why }
  /** The file changed while it was read: somebody still writes it. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'stopped' }

export interface ClaimedFile {
  readonly path: string
  readonly name: string
}

/** Rejects as the disk and the ledger do; the next call then starts anew. */
export async function takeFile(
  tools: TakeTools,
  fleet: Fleet,
  claimed: ClaimedFile,
  about: UploadAbout,
): Promise<TakeEnding> {
  const { imports, readings } = tools.stores
  const before = await lstat(claimed.path)
  if (!before.isFile()) return { kind: 'changed' }
  if (before.size > INTAKE_LIMITS.bytesMax) return { kind: 'refused', why: TOO_LARGE }
  const given: GivenFile = { ...about, name: claimed.name, source: sourceOf(claimed.path) }
  const received = await receiveFile(tools, fleet, given)
  if (!isSame(before, await lstat(claimed.path))) {
    // The stored copy may mix two states of the file. Refused, the same bytes may come again.
    if (received.state === 'received') await imports.refuse(received.id, CHANGED, now(tools))
    return { kind: 'changed' }
  }
  const job = { ...tools, imports, readings, accountId: fleet.accountId }
  await importFleet(job, received.id, tools.stop)
  const ended = await imports.find(received.id)
  if (ended === undefined || ended.state === 'received') return { kind: 'stopped' }
  if (ended.state === 'refused') return { kind: 'refused', why: whyOf(ended.refusal) }
  return { kind: 'imported', import: ended, isKnown: received.state === 'applied' }
}

/** Opens the file itself, never a link that was put in its place. */
export function sourceOf(path: string): () => AsyncIterable<Uint8Array> {
  return async function* () {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino
}

function now({ clock }: Pick<TakeTools, 'clock'>): Date {
  return new Date(clock.now())
}

function whyOf(refusal: object | null): Why {
  const whole = { code: '', pt: 'O arquivo foi recusado.', en: 'The file was refused.', ...refusal }
  return { code: whole.code, pt: whole.pt, en: whole.en }
}

export const TOO_LARGE = fixed('F-TOO-LARGE', { limit: INTAKE_LIMITS.bytesMax })
const CHANGED = fixed('F-CHANGED', {})

function fixed(code: 'F-TOO-LARGE' | 'F-CHANGED', facts: Record<string, number>): Why {
  const { message } = refusalOf(code, facts).refused
  return { code, pt: message.pt, en: message.en }
}
