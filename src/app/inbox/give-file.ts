/** Gives a waiting file to a person: whoever moves it out of the folder has it, or a worker. */
import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bilingual } from '../../bilingual.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'
import { DONE } from '../inbox-names.ts'
import { inboxFleets } from './inbox-fleets.ts'
import type { OfFleet } from './inbox-overview.ts'
import type { FoundFile } from './inbox-policy.ts'
import { diskTrouble, ENDLESS, notice } from './inbox-troubles.ts'
import { layOpened } from './lay-file.ts'
import { codeOf, listInbox } from './list-inbox.ts'
import { claimFile, isStill, leaveClaims } from './move-file.ts'
import { sourceOf, TOO_LARGE } from './take-file.ts'
import { ENDLESS_MS, isWhole } from './whole-file.ts'

export interface GivingTools {
  readonly config: Config
  readonly clock: Clock
  /** Claims the file while it is kept. */
  readonly holder: string
}

export interface Receiver {
  readonly keep: (file: {
    readonly name: string
    readonly source: () => AsyncIterable<Uint8Array>
    /** What holds for the fleet's dropped files. */
    readonly about: UploadAbout
  }) => Promise<void>
  /** Forgets what was kept, also half of it. */
  readonly discard: () => Promise<void>
}

/** Throws a Failure where the file is gone, or not whole; then it stays where it was. */
export async function giveFile(
  tools: GivingTools,
  { key, ...of }: OfFleet & { readonly key: string },
  { keep, discard }: Receiver,
): Promise<void> {
  const { config, clock, holder } = tools
  const { FROTA_INBOX_DIR: root } = config
  if (root === undefined) throw refused(ELSEWHERE)
  const fleets = inboxFleets(config, of.account)
  const fleetOf = (folder: string): string | Bilingual => fleets.of(folder)
  const { files } = await listInbox({ root, fleetOf, claimsOf: of.gone })
  const file = files.find((each) => encodeURIComponent(each.key) === key && each.fleet === of.fleet)
  if (file === undefined) throw refused(ELSEWHERE)
  try {
    await requireWhole(file, clock.now() - file.mtimeMs, config.FROTA_INBOX_SETTLE)
    const claimed = await claimFile(file, holder)
    if (claimed === undefined) throw refused(ELSEWHERE)
    try {
      const { name } = file
      await keep({ name, source: sourceOf(claimed), about: fleets.aboutOf(file.fleet) })
      if (!(await isStill(file, claimed))) throw refused(notice(file, WRITTEN))
      await layOpened(tools, { claimed, name, folder: join(file.home, DONE) })
    } catch (error) {
      await discard()
      await putBack(file, claimed)
      throw error
    }
    await leaveClaims(file, claimed)
  } catch (error) {
    const code = codeOf(error)
    if (error instanceof Failure || code === 'error') throw error
    throw refused(code === 'ENOENT' ? ELSEWHERE : notice(file, diskTrouble(code)))
  }
}

/** Nobody looked at it twice, so its own time says since when nobody writes it. */
async function requireWhole(file: FoundFile, agedMs: number, settleS: number): Promise<void> {
  if (file.size > INTAKE_LIMITS.bytesMax) throw refused(TOO_LARGE)
  if (agedMs < settleS * 1_000) throw refused(notice(file, WRITTEN))
  if (agedMs < ENDLESS_MS && !(await isWhole(file.path))) throw refused(notice(file, ENDLESS))
}

/** One that was dropped under its name meanwhile is not replaced. */
async function putBack({ path }: FoundFile, claimed: string): Promise<void> {
  if ((await lstat(path).catch(() => undefined)) !== undefined) return
  await rename(claimed, path).catch(() => undefined)
}

const ELSEWHERE: Bilingual = {
  pt: 'O arquivo não espera mais na pasta: já foi aberto ou importado. Nada foi aberto agora.',
  en: 'The file waits in the folder no longer: it was opened or imported. Nothing was opened now.',
}
const WRITTEN: Bilingual = {
  pt: 'ainda está sendo copiado; tente de novo em alguns segundos.',
  en: 'is still being copied; try again in some seconds.',
}

function refused(sentence: Bilingual): Failure {
  return new Failure('file-refused', sentence)
}
