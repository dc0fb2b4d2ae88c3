/**
 * What a person should look at: one statement per code over a fleet. Reports page through all rows;
 * status, console and `orders resolve` read the first of each code.
 */
import { sql, type RawBuilder } from 'kysely'
import { signsOfSharing } from './report-exception-sharing.ts'
import type { ExceptionNow, ExceptionScope } from './report-exception-parts.ts'
import { inWindow, jsonRows, utc, vehicleWindows, type Window } from './report-pages.ts'
import { exceptionSources } from './report-exception-sources.ts'
import type { ExceptionCode, LooseCode, VehicleCode } from './report-exception-sources.ts'
import type { ReportException } from './report-rows.ts'
import type { LedgerDb } from '../schema/tx.ts'
import { wasEverIn } from '../vehicles/was-ever-in.ts'

/** Rejected rows come by line, not by vehicle: most of them never became one. */
const LINES_PER_PAGE = 1_000

export async function* exceptionPages(
  db: LedgerDb,
  scope: ExceptionScope,
  code: ExceptionCode,
  now: ExceptionNow,
): AsyncGenerator<readonly ReportException[]> {
  if (isOfVehicles(code)) {
    for await (const window of vehicleWindows(db, scope.fleetId)) {
      const { first } = await read(db, code, ofVehicles(scope, code, now, window))
      if (first.length > 0) yield first
    }
    return
  }
  for (let after = -1; ;) {
    const page = sql`${ofNoVehicle(scope, code, now.at, after)} limit ${LINES_PER_PAGE}`
    const { first } = await read(db, code, page)
    if (first.length > 0) yield first
    const line = first.at(-1)?.line ?? null
    if (line === null || first.length < LINES_PER_PAGE) return
    after = line
  }
}

/** The number of a code's exceptions and, in the order of the pages, the first; 0 only counts. */
export async function firstExceptions(
  db: LedgerDb,
  scope: ExceptionScope,
  code: ExceptionCode,
  { limit, ...now }: ExceptionNow & { readonly limit: number },
) {
  const rows = isOfVehicles(code)
    ? ofVehicles(scope, code, now)
    : ofNoVehicle(scope, code, now.at, -1, countAll)
  // Each row says how many there are, so one is always read.
  const { rows: all, first } = await read(db, code, sql`${rows} limit ${Math.max(limit, 1)}`)
  return { rows: all, first: first.slice(0, limit) }
}

const countAll = sql`(count(*) over ())::integer`

function isOfVehicles(code: ExceptionCode): code is VehicleCode {
  return code in exceptionSources
}

async function read(db: LedgerDb, code: ExceptionCode, select: RawBuilder<unknown>) {
  const rows = await jsonRows<Omit<ReportException, 'code'> & { all: number }>(db, select)
  return { rows: rows[0]?.all ?? 0, first: rows.map(({ all: _all, ...row }) => ({ ...row, code })) }
}

/** A person's ending covers what began before it; an exception that begins later is shown again. */
function isNotEnded(code: ExceptionCode): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from frota.exception_end n where n.code = ${code}
    and n.reference = x.reference and n.detail = coalesce(x.detail, '')
    and n.ended_at >= coalesce((${perhaps('endable_since')})::timestamptz, x.since))`
}

/** A column as text; null where the statement behind the code has none of that name. */
const perhaps = (column: string) => sql`to_jsonb(x) ->> ${sql.lit(column)}`

function ofVehicles(
  { fleetId }: ExceptionScope,
  code: VehicleCode,
  now: ExceptionNow,
  window?: Window,
) {
  // `offset 0` keeps the planner from turning the lateral into a join that reads a whole table for
  // each window: every vehicle asks its own index, with and without statistics. Where all vehicles
  // are read at once, the join is what is wanted: 20,000 of them took a quarter of the time.
  const [which, fence, all] =
    window === undefined ? [sql`true`, sql``, countAll] : [inWindow(window), sql`offset 0`, sql`0`]
  return sql`select v.plate, v.renavam, v.uf, v.nickname, v.cost_centre as "costCentre",
      ${utc('x.since')} as "since", coalesce(x.detail, '') as "detail",
      ${perhaps('cents')} as "amountCents", ${perhaps('found')} as "foundCents",
      ${perhaps('effect')} as "effect", ${perhaps('look_up_at')} as "lookUpAt",
      ${perhaps('order_id')} as "orderId", to_jsonb(x) -> 'error' as "error",
      null::integer as "line", '[]'::json as "issues", x.reference::text as "reference",
      ${all} as "all"
    from frota.vehicle v cross join lateral (${exceptionSources[code](now)} ${fence}) x
    where ${wasEverIn(fleetId)} and ${which} and ${isNotEnded(code)}
      and coalesce((${perhaps('fleet_id')})::uuid, v.fleet_id) = ${fleetId}::uuid
    order by v.seq, x.since, x.reference::text collate "C"`
}

/** The exceptions of one code without vehicles, by line where they have lines. */
function ofNoVehicle(
  scope: ExceptionScope,
  code: LooseCode,
  at: string,
  after: number,
  all: RawBuilder<unknown> = sql`0`,
): RawBuilder<unknown> {
  // Names its columns: asking each row for what it may have takes a file's rows thrice the time.
  return sql`select coalesce(x.plate, '') as "plate", '' as "renavam", '' as "uf",
      '' as "nickname", '' as "costCentre", ${utc('x.since')} as "since",
      null as "amountCents", null as "foundCents", null as "effect", x.detail,
      null as "error", x.line as "line", x.issues as "issues",
      x.reference::text as "reference", ${all} as "all"
    from (${looseSource(scope, code, at)}) x
    where ${isNotEnded(code)} and (x.line is null or x.line > ${after}::integer)
    order by x.line`
}

const noLine = sql`null::text as plate, null::integer as line, '[]'::jsonb as issues`

/** Shows the line and no cells: a document may stand in the wrong column of a sheet. */
function looseSource(scope: ExceptionScope, code: LooseCode, at: string): RawBuilder<unknown> {
  switch (code) {
    case 'row-rejected':
      // Each row is a case of its own. An earlier version ended all rows of a file at once.
      return sql`select i.received_at as since, '' as detail,
          md5(i.id || ':' || r.line)::uuid as reference, r.plate, r.line, r.issues
        from frota.import_row r join frota.import i on i.id = r.import_id
        where r.import_id = ${scope.import?.id ?? null}::uuid and r.verdict = 'rejected'
          and not exists (select from frota.exception_end n where n.code = ${code}
            and n.reference = i.id and n.ended_at >= i.received_at)`
    case 'money-blocked':
      return sql`select b.since, b.why as detail, b.id as reference, ${noLine}
        from frota.money_block b where b.cleared_at is null`
    case 'credential-shared':
      return sql`select signs.*, ${scope.fleetId}::uuid as reference, ${noLine}
        from (${signsOfSharing(scope.fleetId, at)}) signs`
  }
}
