/** One page of a list, with the count and the sums of all that the filter lets through. */
import { sql, type RawBuilder } from 'kysely'
import { ACCENTED, asPlate, folded, UNACCENTED } from './search-text.ts'
import { plateForms } from '../../fleet/similar-plates.ts'
import { whoHad } from '../schema/vehicle-lookups.ts'
import { jsonRows } from '../reports/report-pages.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface PageOfList {
  readonly limit: number
  readonly offset: number
}

export interface Sort<Key extends string> {
  readonly by: Key
  readonly descending: boolean
}

/** Rows of a page that a person reads. */
export const LISTED_ROWS = 50
/** Rows read at a time for a file. */
export const EXPORTED_ROWS = 5_000
const PLATE = 'v.plate'
/** Choices that a filter shows. */
const CHOICES_MAX = 300

interface Statement {
  /** Common table expressions; begins with `with`. */
  readonly tables: RawBuilder<unknown>
  /** `select ... from ... where ...` whose columns are those of a row, JSON-safe. */
  readonly rows: RawBuilder<unknown>
  /** Expressions of an order over the columns of `rows`, the last of which is unique. */
  readonly order: RawBuilder<unknown>
  /** Aggregates over the columns of `rows`, JSON-safe: `count(*)::integer as count, ...`. */
  readonly sums: RawBuilder<unknown>
  readonly page: PageOfList
}

export interface Listing<Row, Sums> {
  readonly rows: readonly Row[]
  readonly sums: Sums
}

/** Both have the columns that the statement names. */
export async function readListed<Row, Sums>(
  db: LedgerDb,
  { tables, rows, order, sums, page }: Statement,
): Promise<Listing<Row, Sums>> {
  const found = await sql<{ listed: string }>`${tables}, listed as materialized (${rows})
    select json_build_object(
      'sums', (select row_to_json(sum) from (select ${sums} from listed) sum),
      'rows', coalesce((select json_agg(page) from (
        select * from listed order by ${order} limit ${page.limit} offset ${page.offset}
      ) page), '[]'::json))::text as listed`.execute(db)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The SQL names the columns.
  return JSON.parse(found.rows[0]?.listed ?? '') as Listing<Row, Sums>
}

/** A condition that holds for every row where nothing was asked for. */
export function allOf(conditions: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> {
  const asked = conditions.filter((condition) => condition !== false)
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` and `)
}

/**
 * One of the columns contains `search`, whatever its case and accents; its wildcards mean
 * themselves. A plate is found however it is written, in its other form, and by a former plate.
 */
export function anyContains(columns: readonly string[], search: string): RawBuilder<unknown> {
  const within = (text: string): string =>
    `%${folded(text).replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  const forms = plateForms(search)
  const parts = columns.map((column) =>
    column === PLATE && asPlate(search) !== ''
      ? sql`${sql.ref(column)} ilike ${within(asPlate(search))}
          or v.plate = any(${forms}::text[]) or v.id = any(array${whoHad(forms)})`
      : sql`translate(${sql.ref(column)}, ${ACCENTED}, ${UNACCENTED}) ilike ${within(search)}`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

export interface FleetChoices {
  readonly costCentres: readonly string[]
  readonly ufs: readonly string[]
  readonly cnpjs: readonly string[]
}

/** What the vehicles of the fleet can be filtered by; empty values are left out. */
export async function fleetChoices(db: LedgerDb, fleetId: string): Promise<FleetChoices> {
  const found = await jsonRows<{ column: string; value: string }>(
    db,
    sql`select distinct c.column, c.value
      from frota.vehicle v cross join lateral (values ('costCentres', v.cost_centre),
        ('ufs', v.uf), ('cnpjs', v.owner_cnpj)) as c("column", value)
      where v.fleet_id = ${fleetId}::uuid and v.in_fleet and c.value <> ''
      order by c.column, c.value`,
  )
  const of = (column: keyof FleetChoices): string[] =>
    found
      .filter((one) => one.column === column)
      .map(({ value }) => value)
      .slice(0, CHOICES_MAX)
  return { costCentres: of('costCentres'), ufs: of('ufs'), cnpjs: of('cnpjs') }
}
