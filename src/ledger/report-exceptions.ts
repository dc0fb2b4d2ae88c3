/** What a person should look at: one statement per code over the run's fleet and campaign. */
import { sql } from 'kysely'
import { inWindow, jsonRows, utc, vehicleWindows } from './report-pages.ts'
import type { Window } from './report-pages.ts'
import type { ExceptionCode, ReportException } from './report-rows.ts'
import { exceptionSources } from './report-exception-sources.ts'
import type { VehicleExceptionCode } from './report-exception-sources.ts'
import type { ReportScope } from './report-scope.ts'
import type { LedgerDb } from './tx.ts'

/** Rejected rows come by line, not by vehicle: most of them never became one. */
const LINES_PER_PAGE = 1_000

export async function* exceptionPages(
  db: LedgerDb,
  scope: ReportScope,
  code: ExceptionCode,
  endedAt: string,
): AsyncGenerator<ReportException[]> {
  if (code === 'row-rejected') {
    if (scope.import !== null) yield* rejectedRowPages(db, scope.import.id)
    return
  }
  if (code === 'money-blocked') {
    const rows = await blockRows(db)
    if (rows.length > 0) yield rows
    return
  }
  for await (const window of vehicleWindows(db, scope.fleetId)) {
    const rows = await readWindow(db, scope, window, code, endedAt)
    if (rows.length > 0) yield rows
  }
}

type FlatException = Omit<ReportException, 'code' | 'amountCents' | 'foundCents' | 'error'> & {
  amountCents: string | null
  foundCents: string | null
  errorCode: string | null
  errorTitle: string | null
  errorMessage: string | null
  errorAction: string | null
}

async function readWindow(
  db: LedgerDb,
  scope: ReportScope,
  window: Window,
  code: VehicleExceptionCode,
  endedAt: string,
): Promise<ReportException[]> {
  const source = exceptionSources[code]
  // `offset 0` keeps the planner from turning the lateral into a join that reads a whole table for
  // each window: every vehicle asks its own index, with and without statistics.
  const rows = await jsonRows<FlatException>(
    db,
    sql`select v.plate, v.renavam, v.uf, v.nickname, v.cost_centre as "costCentre",
        ${utc('x.since')} as "since", x.cents::text as "amountCents",
        x.found::text as "foundCents", x.effect, coalesce(x.detail, '') as "detail",
        to_jsonb(x) ->> 'look_up_at' as "lookUpAt",
        x.error_code as "errorCode", x.error_title as "errorTitle",
        x.error_message as "errorMessage", x.error_action as "errorAction",
        null as "line", '[]'::json as "issues", x.reference::text as "reference"
      from frota.vehicle v cross join lateral (${source(scope, endedAt)} offset 0) x
      where v.fleet_id = ${scope.fleetId}::uuid and ${inWindow(window)}
      order by v.seq, x.since, x.reference::text collate "C"`,
  )
  return rows.map((row) => asException(code, row))
}

function asException(code: ExceptionCode, flat: FlatException): ReportException {
  const { errorCode, errorTitle, errorMessage, errorAction, ...rest } = flat
  return {
    ...rest,
    code,
    amountCents: flat.amountCents === null ? null : BigInt(flat.amountCents),
    foundCents: flat.foundCents === null ? null : BigInt(flat.foundCents),
    error:
      errorCode === null
        ? null
        : {
            code: errorCode,
            title: errorTitle ?? '',
            message: errorMessage ?? '',
            action: errorAction ?? '',
          },
  }
}

/** Of no vehicle: it holds for every order. */
async function blockRows(db: LedgerDb): Promise<ReportException[]> {
  const rows = await jsonRows<{ since: string; why: string; id: string }>(
    db,
    sql`select ${utc('b.since')} as "since", b.why, b.id::text as "id"
      from frota.money_block b where b.cleared_at is null`,
  )
  return rows.map(({ since, why, id }) => ({
    ...ofNoVehicle,
    code: 'money-blocked',
    since,
    detail: why,
    reference: id,
  }))
}

const ofNoVehicle = {
  plate: '',
  renavam: '',
  uf: '',
  nickname: '',
  costCentre: '',
  amountCents: null,
  foundCents: null,
  effect: null,
  error: null,
  line: null,
  issues: [],
}

interface RejectedRow {
  line: number
  plate: string | null
  issues: object[]
  since: string
}

async function* rejectedRowPages(
  db: LedgerDb,
  importId: string,
): AsyncGenerator<ReportException[]> {
  let after = -1
  for (;;) {
    const rows = await jsonRows<RejectedRow>(
      db,
      sql`select r.line, r.plate, r.issues, ${utc('i.received_at')} as "since"
        from frota.import_row r join frota.import i on i.id = r.import_id
        where r.import_id = ${importId} and r.verdict = 'rejected' and r.line > ${after}
        order by r.line limit ${LINES_PER_PAGE}`,
    )
    if (rows.length > 0) yield rows.map((row) => fromRejectedRow(importId, row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < LINES_PER_PAGE) return
    after = last.line
  }
}

function fromRejectedRow(importId: string, row: RejectedRow): ReportException {
  return {
    code: 'row-rejected',
    plate: row.plate ?? '',
    // A document in the wrong column of a sheet would be told here; the line says where to look.
    renavam: '',
    uf: '',
    nickname: '',
    costCentre: '',
    since: row.since,
    amountCents: null,
    foundCents: null,
    effect: null,
    detail: '',
    error: null,
    line: row.line,
    issues: row.issues,
    reference: importId,
  }
}
