/** A person ends an exception: reports leave it out from now on, and the audit log records it. */
import { appendEntry } from '../audit/audit.ts'
import type { ReportException } from './report-rows.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface ExceptionEnding {
  readonly fleetId: string
  readonly person: string
  readonly reason: string
  readonly at: Date
}

export async function endExceptions(
  db: LedgerDb,
  ended: readonly Pick<ReportException, 'code' | 'reference' | 'detail' | 'plate'>[],
  { fleetId, person, reason, at }: ExceptionEnding,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const said = { ended_by: person, reason, ended_at: at }
    for (const { code, reference, detail, plate } of ended) {
      await transaction
        .insertInto('frota.exception_end')
        .values({ code, reference, detail, ...said })
        .onConflict((again) => again.columns(['code', 'reference', 'detail']).doUpdateSet(said))
        .execute()
      await appendEntry(transaction, {
        at,
        actor: { kind: 'person', name: person },
        what: 'exception-ended',
        subject: { fleetId },
        facts: { code, reference, detail, plate, reason },
      })
    }
  })
}
