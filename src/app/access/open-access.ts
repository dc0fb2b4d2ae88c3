/** Opens the service of a command's configuration, with the machine's clock and random numbers. */
import { wallClock } from '../../clock.ts'
import { openLog } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import type { Secret } from '../../secret.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { openServiceAccess, type ServiceAccess } from './service-access.ts'

/** Throws a Failure that names what to fix, or says why the service does not answer. */
export function openAccess(
  { config, output }: Pick<AppContext, 'config' | 'output'>,
  { database }: Pick<OpenLedger, 'database'>,
  secret: Secret,
): Promise<ServiceAccess> {
  return openServiceAccess({
    config,
    pool: database.pool,
    secret,
    clock: wallClock,
    random: systemRandom,
    log: openLog(config.LOG_LEVEL),
    warn: output.warn,
  })
}
