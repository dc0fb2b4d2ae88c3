/** A person took care of exceptions elsewhere: they leave the list until they begin anew. */
import { wallClock } from '../../clock.ts'
import { endExceptions } from '../../ledger/reports/exception-ends.ts'
import type { ReportException } from '../../ledger/reports/report-rows.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { exceptionKinds, isOfLedger } from '../../reconciliation/reports/exception-kinds.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import {
  choicesOf,
  type ChoiceName,
} from '../../reconciliation/orders/resolving/resolve-choices.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export type EndedByWord = ExceptionLine & ReportException

/** True for those that only a person's word ends. */
export function isEndedByWord(line: ExceptionLine): line is EndedByWord {
  return isOfLedger(line.code) && exceptionKinds[line.code].person === 'checks'
}

/** What a person may say of the line's effect; of one that only a word ends, nothing. */
export function effectChoices(line: ExceptionLine): ChoiceName[] {
  return line.effect === null || isEndedByWord(line) ? [] : choicesOf(line.effect)
}

/** Sends nothing to the service, which may not know what the person did elsewhere. */
export async function endByWord(
  { database }: Pick<OpenLedger, 'database'>,
  { id: fleetId }: Pick<Fleet, 'id'>,
  lines: readonly EndedByWord[],
  { person, reason }: { readonly person: string; readonly reason: string },
): Promise<void> {
  const said = { fleetId, person, reason, at: new Date(wallClock.now()) }
  await endExceptions(openLedgerDb(database.pool), lines, said)
}
