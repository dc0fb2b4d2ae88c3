/** A watched folder on the disk over a ledger in memory, in time that only the test moves. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Inbox, type InboxTools, type Looked } from '../../../src/app/inbox/inbox.ts'
import { inboxLines } from '../../../src/app/inbox/inbox-words.ts'
import { readConfig } from '../../../src/config.ts'
import type { Database } from '../../../src/database/pool.ts'
import { openFleetReadingStore } from '../../../src/ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../../src/ledger/fleets/fleets.ts'
import { openImportStore } from '../../../src/ledger/fleets/imports-sql.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openLog } from '../../../src/log.ts'
import { systemRandom } from '../../../src/random.ts'
import { openUploads } from '../../../src/reconciliation/intake/uploads.ts'
import { deriveSecret } from '../../../src/secret.ts'
import { manualClock } from '../../support/clock.ts'
import { folderForTest } from '../../support/for-file.ts'
import { loneLeases } from '../../support/lone-leases.ts'

const SETTLE_MS = 10_000
export const DAY_MS = 24 * 3_600_000

export type InboxWorld = Awaited<ReturnType<typeof openInboxWorld>>

/** Of one test, with an empty ledger in the database of its file, since opening one takes long. */
export async function openInboxWorld(
  database: Database,
  environment: Readonly<Record<string, string>> = {},
) {
  const dir = folderForTest('inbox')
  const root = join(dir, 'in')
  await mkdir(root)
  await database.pool.query('truncate frota.fleet cascade')
  const db = openLedgerDb(database.pool)
  const clock = manualClock()
  const secret = deriveSecret(Buffer.alloc(32, 7), systemRandom)
  const lines: string[] = []
  const english = { say: (_pt: string, en: string) => en, locale: 'en' } as const
  const tools: InboxTools = {
    root,
    config: readConfig({}, { FROTA_LOCALE: 'en', ...environment }),
    stores: { imports: openImportStore(db, database.pool), readings: openFleetReadingStore(db) },
    ledger: {
      fleets: openFleetStore(db),
      leases: loneLeases('host/1/1'),
      tend: async () => undefined,
    },
    uploads: openUploads(join(dir, 'uploads'), secret, clock),
    secret,
    clock,
    log: openLog('silent'),
    stop: new AbortController().signal,
    tell: (event) => lines.push(...inboxLines(event, english)),
    verify: async () => undefined,
  }
  const open = (more: Partial<InboxTools> = {}): Inbox => new Inbox({ ...tools, ...more })
  const inbox = open()
  const look = (takes = true): Promise<Looked> => inbox.look({ takes })
  const paths = async (): Promise<string[]> => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const all = entries.filter((entry) => entry.isFile())
    return all.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1)).sort()
  }
  return {
    root,
    clock,
    /** What was said since, in English. */
    said: () => lines.splice(0),
    drop: async (name: string, text: string | Buffer) => {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), text)
    },
    look,
    /** Two looks, as far apart as they must be. */
    settle: async () => {
      await look()
      await clock.advance(SETTLE_MS)
      return look()
    },
    /** Paths of all files, without the stamps in their names. */
    files: async () => (await paths()).map((path) => path.replace(/\d{8}-\d{6}-/, '')),
    /** The text of the only file whose path ends so. */
    text: async (ending: string) => {
      const [path = '', ...more] = (await paths()).filter((each) => each.endsWith(ending))
      if (path === '' || more.length > 0) throw new Error(`Not one file ends in ${ending}.`)
      return readFile(join(root, path), 'utf8')
    },
    tools,
    /** Another process on the same folder and ledger. */
    other: open,
    imports: async () => {
      const sql = `select fleet.name as fleet, account_id as account, state, rows_read as read
        from frota.import join frota.fleet on fleet.id = fleet_id order by received_at, import.id`
      return (await database.pool.query<Record<string, unknown>>(sql)).rows
    },
  }
}
