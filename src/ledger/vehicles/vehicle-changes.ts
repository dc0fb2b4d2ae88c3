/**
 * What changed about vehicles, when, and by which file or person: one row for each change, written
 * in the transaction of the change. Documents stand masked.
 */
import { sql, type RawBuilder } from 'kysely'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { VehicleChangeField } from '../schema/tables-intake.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface VehicleChange {
  readonly field: VehicleChangeField
  readonly before: string | null
  readonly after: string | null
  /** Null when a person, or frota at the end of a removal, changed it. */
  readonly importId: string | null
  /** The file's name, for people. */
  readonly fileName: string | null
  readonly person: string | null
  readonly changedAt: Date
}

/** A vehicle that changes monthly has so many changes in eight years; the newest are shown. */
export const CHANGES_SHOWN_MAX = 100

export async function changesOf(db: LedgerDb, vehicleId: string): Promise<VehicleChange[]> {
  const { rows } = await sql<VehicleChange>`
    select change.field, change.before, change.after, change.import_id as "importId",
      import.file_name as "fileName", change.person, change.changed_at as "changedAt"
    from frota.vehicle_change change
    left join frota.import import on import.id = change.import_id
    where change.vehicle_id = ${vehicleId} and change.field <> 'owner_cnpj'
    order by change.id desc limit ${CHANGES_SHOWN_MAX}
  `.execute(db)
  return rows
}

export interface NotedChanges {
  /** Vehicles that the file changes. */
  readonly changed: number
  /** Registered vehicles whose owner in the file is another one, which is not taken over. */
  readonly ownersDiffer: number
  /** Values that a person corrected and the file overwrites. */
  readonly mendsOverwritten: number
  /** The vehicles of the two. */
  readonly named: Readonly<Record<'ownersDiffer' | 'mendsOverwritten', NamedVehicles>>
}

export interface NamedVehicles {
  count: number
  /** Plates of the first ones. */
  examples: readonly string[]
}

/** Plates that are named of each kind. */
export const EXAMPLES_MAX = 3

/** The first plates; `listed`: what `array_agg` takes. */
export function firstOf(listed: RawBuilder<unknown>, where = sql`true`): RawBuilder<string[]> {
  const all = sql`array_agg(${listed}) filter (where ${where})`
  return sql<string[]>`coalesce((${all})[1:${sql.lit(EXAMPLES_MAX)}], '{}')`
}

export interface TakenOver {
  readonly at: Date
  /** Takes over owners of registered vehicles, too. */
  readonly updateOwners: boolean
}

/** Whether the file's owner replaces the known one; `known` is a row of frota.vehicle. */
export function takesOwner(known: string, updateOwners: boolean): RawBuilder<boolean> {
  if (updateOwners) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(`${known}.state`)} <> 'registered')`
}

/** Free text of a sheet, with whatever looks like a CPF or a CNPJ hidden. */
function masked(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const looks =
    '\\m(\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}' +
    '|[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?\\d{2})\\M'
  return sql`regexp_replace(${text}, ${sql.lit(looks)}, '***', 'g')`
}

/** The extra columns of `one` that are absent or different in `other`. */
function onlyIn(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select jsonb_object_agg(each.key, each.value)::text from jsonb_each(${one}) each
    where ${other} -> each.key is distinct from each.value)`
}

/** Each other column as `row` gives it: what the file has no column for stays, null clears. */
export function extrasAfter(known: string): RawBuilder<unknown> {
  const extras = sql.ref(`${known}.extras`)
  return sql`coalesce(jsonb_strip_nulls(coalesce(${extras}, '{}') || row.extras), ${extras})`
}

/**
 * Notes what the file's rows change of known vehicles; call it before the rows are applied. It
 * works on sets, since a file may have a million rows, most of which change nothing.
 */
export async function noteImportChanges(
  db: LedgerDb,
  importId: string,
  { at, updateOwners }: TakenOver,
): Promise<NotedChanges> {
  const before = await sql<{ id: bigint }>`
    select coalesce(max(id), 0)::bigint as id from frota.vehicle_change`.execute(db)
  const isOwnerKept = sql`other_owner and not takes_owner`
  const { rows } = await sql<{ changed: number; ownersDiffer: number; owners: string[] }>`
    with differing as materialized (
      select known.*, row.line, row.plate as new_plate, row.uf as new_uf,
        coalesce(row.nickname, known.nickname) as new_nickname,
        coalesce(row.cost_centre, known.cost_centre) as new_cost_centre,
        coalesce(known.extras, '{}') as old_extras,
        coalesce(${extrasAfter('known')}, '{}') as new_extras,
        row.owner_masked as new_masked, row.owner_cnpj as new_cnpj, import.fleet_id as new_fleet,
        known.owner_hash is distinct from row.owner_hash as other_owner,
        ${takesOwner('known', updateOwners)} as takes_owner,
        case when ${isPlannedAgain('known', 'row')} then 'planned' else known.state end
          as new_state
      from frota.import_row row
      join frota.import import on import.id = row.import_id
      join frota.fleet fleet on fleet.id = import.fleet_id
      join frota.vehicle known on known.account_id = fleet.account_id
        and known.renavam = row.renavam
      where row.import_id = ${importId} and row.verdict in ('accepted', 'repaired')
        and ((known.plate, known.uf, known.nickname, known.cost_centre,
            coalesce(known.extras, '{}'), known.owner_hash, known.fleet_id)
          is distinct from (row.plate, row.uf, coalesce(row.nickname, known.nickname),
            coalesce(row.cost_centre, known.cost_centre),
            coalesce(${extrasAfter('known')}, '{}'), row.owner_hash, import.fleet_id)
          or not known.in_fleet or known.state = 'removed')
    ), told as (
      insert into frota.vehicle_change (vehicle_id, field, before, after, import_id, changed_at)
      select differing.id, change.field, change.before, change.after, ${importId}, ${at}
      from differing cross join lateral (values
        (1, new_fleet <> fleet_id, 'fleet',
          (select name from frota.fleet where id = fleet_id),
          (select name from frota.fleet where id = new_fleet)),
        (2, plate <> new_plate, 'plate', plate, new_plate),
        (3, uf <> new_uf, 'uf', uf, new_uf),
        (4, nickname <> new_nickname, 'nickname', ${masked(sql`nickname`)},
          ${masked(sql`new_nickname`)}),
        (5, cost_centre <> new_cost_centre, 'cost_centre', ${masked(sql`cost_centre`)},
          ${masked(sql`new_cost_centre`)}),
        (6, old_extras <> new_extras, 'extras',
          ${masked(onlyIn(sql`old_extras`, sql`new_extras`))},
          ${masked(onlyIn(sql`new_extras`, sql`old_extras`))}),
        (7, other_owner and takes_owner, 'owner', owner_masked, new_masked),
        (8, other_owner and takes_owner and owner_cnpj <> new_cnpj, 'owner_cnpj', owner_cnpj,
          new_cnpj),
        (9, not in_fleet, 'in_fleet', 'false', 'true'),
        (10, state <> new_state, 'state', state, new_state)
      ) as change(place, differs, field, before, after)
      where change.differs
      order by differing.line, change.place
      returning vehicle_id
    )
    select (select count(distinct vehicle_id)::integer from told) as changed,
      count(*) filter (where ${isOwnerKept})::integer as "ownersDiffer",
      ${firstOf(sql`new_plate order by line`, isOwnerKept)} as owners
    from differing
  `.execute(db)
  const { changed = 0, ownersDiffer = 0, owners = [] } = rows[0] ?? {}
  const afterId = before.rows[0]?.id ?? 0n
  const edits = changed === 0 ? NO_EDITS : await countEdits(db, importId, afterId)
  const { values: mendsOverwritten, count, examples } = edits
  const named = {
    ownersDiffer: { count: ownersDiffer, examples: owners },
    mendsOverwritten: { count, examples },
  }
  return { changed, ownersDiffer, mendsOverwritten, named }
}

/** True for vehicles to register again: removed ones, and refused ones that the file changes. */
export function isPlannedAgain(known: string, given: string): RawBuilder<boolean> {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`)
  const told = (table: string) =>
    sql`${of(table, 'plate')}, ${of(table, 'uf')}, ${of(table, 'owner_hash')}`
  const nickname = sql`coalesce(${of(given, 'nickname')}, ${of(known, 'nickname')})`
  return sql<boolean>`(${of(known, 'state')} = 'removed' or ${of(known, 'state')} = 'refused'
    and (${told(known)}, ${of(known, 'nickname')}) is distinct from (${told(given)}, ${nickname}))`
}

interface OverwrittenEdits extends NamedVehicles {
  /** A vehicle may have several. */
  values: number
}

const NO_EDITS: OverwrittenEdits = { values: 0, count: 0, examples: [] }

/**
 * This import's changes of values that a person had given last, and the vehicles they are of. A
 * removal is no value.
 */
async function countEdits(
  db: LedgerDb,
  importId: string,
  afterId: bigint,
): Promise<OverwrittenEdits> {
  const { rows } = await sql<OverwrittenEdits>`
    select count(*)::integer as values, count(distinct vehicle.id)::integer as count,
      ${firstOf(sql`distinct vehicle.plate`)} as examples
    from frota.vehicle_change change
    join frota.vehicle on vehicle.id = change.vehicle_id
    where change.id > ${afterId} and change.import_id = ${importId}
      and change.field not in ('in_fleet', 'state')
      and (select earlier.person is not null from frota.vehicle_change earlier
        where earlier.vehicle_id = change.vehicle_id and earlier.field = change.field
          and earlier.id < change.id
        order by earlier.id desc limit 1)
  `.execute(db)
  return rows[0] ?? NO_EDITS
}

/** Notes a change by a person, or by frota at the end of a removal that somebody asked for. */
export async function noteChange(
  db: LedgerDb,
  change: {
    readonly vehicleId: string
    readonly field: VehicleChangeField
    readonly before: string | null
    readonly after: string | null
    readonly person?: string | undefined
  },
): Promise<void> {
  const { vehicleId, field, person = null } = change
  // The books name a company in clear.
  const told = (text: string | null) =>
    field === 'owner_cnpj' ? text : text && veilDocuments(text)
  await sql`
    insert into frota.vehicle_change (vehicle_id, field, before, after, person, changed_at)
    values (${vehicleId}, ${field}, ${told(change.before)}, ${told(change.after)}, ${person},
      frota.ledger_now())
  `.execute(db)
}
