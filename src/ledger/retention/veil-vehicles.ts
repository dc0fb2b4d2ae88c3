/**
 * Erases what vehicles that left and old imports tell of people. A text that stays for the books,
 * such as a debt's description, is veiled as in reports, so that one written again says the same.
 */
import { sql, type RawBuilder } from 'kysely'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { LedgerDb } from '../schema/tx.ts'

/** Texts that the service or a person wrote, by how their table knows the vehicle. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'vehicle_id = any ($)': [
    'debt.description',
    'consultation.error_title',
    'consultation.error_message',
    'consultation.error_action',
    'consultation.problem',
    'effect.reason',
    'order_plan.reason',
    'order_plan.preview_note',
  ],
  'debt_id in (select id from frota.debt where vehicle_id = any ($))': [
    'debt_item.description',
    'debt_item.depends_on_description',
  ],
  'effect_id in (select id from frota.effect where vehicle_id = any ($))': ['effect_event.why'],
  'id = any ($)': ['vehicle.refusal', 'vehicle.cost_centre'],
}

export async function veilVehicles(db: LedgerDb, ids: readonly string[]): Promise<void> {
  await sql`
    update frota.vehicle
    set nickname = '', extras = null, remote_nickname = null, owner_sealed = null,
      owner_hash = case when state = 'registered' then owner_hash else '' end,
      owner_masked = case when state = 'registered' then owner_masked else '***' end
    where id = any (${ids}::uuid[])`.execute(db)
  for (const [how, names] of Object.entries(TEXTS)) {
    const [before = '', after = ''] = how.split('$')
    const which = sql`${sql.raw(before)}${ids}::uuid[]${sql.raw(after)}`
    for (const name of names) {
      const [table = '', column = ''] = name.split('.')
      await veilColumn(db, sql.table(`frota.${table}`), sql.ref(column), which)
    }
  }
}

/** Until then headers are kept as they stand in the file, for rejected.csv. */
export async function veilImports(db: LedgerDb, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; understood: string | null }>`
    select id, file_name as name, (understood || '{"veiled":true}')::text as understood
    from frota.import where id = any (${ids}::uuid[])`.execute(db)
  for (const { id, name, understood } of rows) {
    await sql`update frota.import set file_name = ${veilDocuments(name)},
      understood = ${understood && veilDocuments(understood)}::jsonb where id = ${id}`.execute(db)
  }
}

async function veilColumn(db: LedgerDb, ...[table, column, which]: readonly RawBuilder<unknown>[]) {
  // Few rows have a long number at all, and only those are read.
  const { rows } = await sql<{ text: string }>`select distinct ${column} as text from ${table}
    where ${which} and ${column} ~ '[0-9]{2}.*[0-9]{2}'`.execute(db)
  for (const { text } of rows) {
    const veiled = veilDocuments(text)
    if (veiled === text) continue
    await sql`update ${table} set ${column} = ${veiled}
      where ${which} and ${column} = ${text}`.execute(db)
  }
}
