/** The exceptions of a fleet as they are now, the same as in reports, for commands and pages. */
import type { Stores } from '../../../jobs/tools.ts'
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { ExceptionCode } from '../../ledger/reports/report-exception-sources.ts'
import { exceptionGroups } from '../../reconciliation/reports/exception-groups.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import { PERSON_CODES } from '../../reconciliation/reports/exception-kinds.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'

interface Telling {
  readonly config: Pick<Config, 'FROTA_LOCALE' | 'FROTA_TIME_ZONE'>
  /** At most so many lines of each code. */
  readonly shown: number
}

export async function exceptionsNow(
  { imports, reports }: Pick<Stores, 'imports' | 'reports'>,
  fleetId: string,
  codes: readonly ExceptionCode[],
  { config, shown }: Telling,
): Promise<ExceptionGroup[]> {
  const file = await imports.latestApplied(fleetId)
  const { FROTA_LOCALE: locale, FROTA_TIME_ZONE: zone } = config
  const endedAt = new Date(wallClock.now()).toISOString()
  const texts = messagesOf(locale)
  const scope = { fleetId, import: file ?? null }
  return exceptionGroups(reports, scope, codes, { texts, locale, zone, endedAt, shown })
}

/** Everything that waits for a person, in one list for status, console and command line. */
export function personList(
  stores: Pick<Stores, 'imports' | 'reports'>,
  fleetId: string,
  telling: Telling,
): Promise<ExceptionGroup[]> {
  return exceptionsNow(stores, fleetId, PERSON_CODES, telling)
}

export function countOf(groups: readonly ExceptionGroup[]): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0)
}
