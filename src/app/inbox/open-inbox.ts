/** Opens the watched folder with its tools. */
import { join } from 'node:path'
import { wallClock } from '../../clock.ts'
import { openLog } from '../../log.ts'
import { openUploads } from '../../reconciliation/intake/uploads.ts'
import { openAccess } from '../access/service-access.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { Inbox } from './inbox.ts'
import { logged, type InboxEvent } from './inbox-words.ts'
import { ledgerSecret } from '../ledger/ledger-secret.ts'

/** Undefined where no folder is watched. */
export async function openInbox(
  { config, output, stop }: Pick<AppContext, 'config' | 'output' | 'stop'>,
  ledger: OpenLedger,
  tell: (event: InboxEvent) => void,
): Promise<Inbox | undefined> {
  const { FROTA_INBOX_DIR: root, FROTA_API_URL: apiUrl } = config
  if (root === undefined) return undefined
  const clock = wallClock
  const log = openLog(config.LOG_LEVEL)
  const secret = await ledgerSecret(config, ledger)
  const { stores } = ledger
  return new Inbox({
    root,
    config,
    ledger,
    stores,
    secret,
    clock,
    log,
    stop,
    uploads: openUploads(join(config.FROTA_DATA_DIR, 'uploads'), secret, clock),
    tell: (event) => {
      const { level, fields, message } = logged(event)
      log[level](fields, message)
      tell(event)
    },
    verify: async (fleet) => {
      // A rehearsal's account is that of the secret file, and needs no asking.
      if (apiUrl === undefined && config.FROTA_FLEETS_FILE === undefined) return
      const of = { ...config, FROTA_FLEET: fleet }
      await using _access = await openAccess({ config: of, output }, ledger, secret)
    },
  })
}
