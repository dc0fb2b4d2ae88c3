/**
 * `frota doctor`: everything that a night needs, looked at without using quota or changing
 * anything, beside a running worker or while something is out of reach.
 */
import { wallClock, wallClockOffset } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/open.ts'
import { engineFacts, writingFacts } from '../../ledger/runs/engine-facts.ts'
import { openInstallationStore } from '../../ledger/runs/installation.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { systemRandom } from '../../random.ts'
import { withKnownService } from '../access/known-service.ts'
import type { AppContext } from '../context.ts'
import {
  checkBackup,
  checkQuota,
  checkSecret,
  checkWork,
  checkZone,
  judgeLedger,
} from './check-ledger.ts'
import { checkDisk, checkFolders, checkMemory, checkNode, type Machine } from './check-machine.ts'
import { checkQueue, checkService } from './check-service.ts'
import { checkSettings } from './check-settings.ts'
import { CHECKS, failed, ok, type Finding } from './finding.ts'
import { openAsItIs, pendingOf } from '../ledger/open-as-it-is.ts'
import { refuseBesideServer } from '../ledger/other-ledger.ts'

/** In the order of CHECKS; those that need the ledger are left out where it cannot be read. */
export async function examine(context: AppContext, machine: Machine): Promise<Finding[]> {
  const { config } = context
  const guard = (check: Finding['check'], work: () => Promise<Finding>): Promise<Finding> =>
    work().catch((error: unknown) => failed(check, error))
  const findings: Finding[] = [
    checkNode(machine),
    checkMemory(machine, config),
    await guard('disk', () => checkDisk(machine, config)),
    await guard('folders', () => checkFolders(machine, config)),
    ...(await checkSettings(config)),
    await guard('queue', () => checkQueue(config, wallClock)),
  ]
  await using closing = new AsyncDisposableStack()
  const opened = await openReadable(context, closing)
  findings.push(opened.finding)
  const { database } = opened
  findings.push(
    await guard('secret', () => checkSecret(config, database)),
    await guard('time-zone', () => checkZone(config, database)),
  )
  if (database !== undefined) {
    findings.push(
      await guard('quota', () => checkQuota(database)),
      await guard('work', () => checkWork(config, database)),
      await guard('backup', () => checkBackup(database, wallClock.now())),
    )
  }
  const known = await knownService(context, database).catch(() => config)
  findings.push(...(await checkService(known, { clock: wallClock, random: systemRandom })))
  return findings.toSorted((a, b) => CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check))
}

/** Without a database where the ledger is missing, out of reach, or of another version. */
async function openReadable({ config, name }: AppContext, closing: AsyncDisposableStack) {
  try {
    const database = await openAsItIs(config, name)
    if (database === undefined) {
      refuseBesideServer(config)
      return { finding: NONE_YET }
    }
    closing.use(database)
    const { engine } = database
    const { length: pending } = await pendingOf(database)
    const hereMs = wallClock.now() - wallClockOffset()
    const schemas = config.REDIS_URL === undefined ? ['frota', 'bullmq'] : ['frota']
    const writing = await writingFacts(database.pool, { schemas, migrates: pending > 0 })
    const facts = { ...(await engineFacts(database)), ...writing }
    const finding = judgeLedger(facts, { engine, hereMs, pending })
    return pending === 0 ? { database, finding } : { finding }
  } catch (error) {
    return { finding: failed('ledger', error) }
  }
}

const NONE_YET = ok(
  'ledger',
  'ainda não há; a primeira importação o cria',
  'there is none yet; the first import makes it',
)

/** A server's ledger names its service to machines that are not told. */
async function knownService(context: AppContext, database: Database | undefined): Promise<Config> {
  if (database === undefined) return context.config
  const installation = openInstallationStore(openLedgerDb(database.pool))
  return (await withKnownService(context, { installation, database })).config
}
