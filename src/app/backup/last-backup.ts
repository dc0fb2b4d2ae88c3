/** A note of the last backup beside the ledger, for the day on which the ledger cannot be read. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LAST_BACKUP_FILE } from '../../database/damaged-directory.ts'

/** A server's client may have no data directory; then the ledger's own note is enough. */
export async function noteLastBackup(dataDir: string, at: Date, folder: string): Promise<void> {
  const path = join(dataDir, LAST_BACKUP_FILE)
  const text = `${JSON.stringify({ at: at.toISOString(), folder })}\n`
  try {
    await writeFile(`${path}.new`, text, { mode: 0o600 })
    await rename(`${path}.new`, path)
  } catch {
    // The backup is whole, and the ledger names it.
  }
}
