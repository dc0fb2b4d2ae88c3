/** Writes a provider's answer: the consultation, its items, and what the vehicle shows of it. */
import { instant } from '../../clock.ts'
import type { AnsweredItem, FinalAnswer } from '../debt-lookup.ts'
import type { ServiceTransaction } from '../service-db.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { ConsultationRow } from '../tables.ts'
import { endingFields } from './ending-fields.ts'
import { foundNewDebts } from './new-debts.ts'
import { ownedBy } from '../tenants/owned-by.ts'

/** Two readers may bring the same answer: the first one writes it, the second changes nothing. */
export async function finishConsultation(
  tools: ServiceTools,
  row: ConsultationRow,
  answer: FinalAnswer,
): Promise<void> {
  await tools.db.transaction().execute(async (tx) => {
    // Every change of a vehicle locks its row first, so that such changes happen one after another.
    const vehicle = await tx
      .selectFrom('service.vehicle')
      .select(['latest_consultation_id', 'debts_ordinal'])
      .where('id', '=', row.vehicle_id)
      .where(ownedBy(row))
      .forUpdate()
      .executeTakeFirstOrThrow()
    const items = answer.state === 'ready' ? answer.items : []
    const before = answer.state === 'ready' ? await previousFingerprints(tx, row) : []
    const now = items.map(({ fingerprint }) => fingerprint)
    const total = items.reduce((sum, item) => sum + item.amountCents, 0n)
    const written = await tx
      .updateTable('service.consultation')
      .set({
        ...endingFields(answer),
        found_new_debts: foundNewDebts(before, now),
        total_cents: total,
        finished_at: instant(tools.clock.now()),
      })
      .where('id', '=', row.id)
      .where(ownedBy(row))
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (written === undefined) return
    if (items.length > 0) await insertItems(tx, tools, row, items)
    const isLatest = vehicle.latest_consultation_id === row.id
    const bringsDebts = answer.state === 'ready' && row.ordinal > vehicle.debts_ordinal
    if (!isLatest && !bringsDebts) return
    const open = { open_debts_count: items.length, open_debts_cents: total }
    const shown = { debts_ordinal: row.ordinal, ...open }
    await tx
      .updateTable('service.vehicle')
      .set({
        ...(isLatest ? { latest_consultation_status: answer.state } : {}),
        ...(bringsDebts ? shown : {}),
      })
      .where('id', '=', row.vehicle_id)
      .where(ownedBy(row))
      .execute()
  })
}

/** Fingerprints of the previous answer about the same identity; empty when there was none. */
async function previousFingerprints(tx: ServiceTransaction, row: ConsultationRow) {
  const items = await tx
    .selectFrom('service.debt_item as item')
    .select('item.fingerprint')
    .where(ownedBy(row, 'item'))
    .where('item.consultation_id', '=', (query) =>
      query
        .selectFrom('service.consultation')
        .select('id')
        .where('vehicle_id', '=', row.vehicle_id)
        .where(ownedBy(row))
        .where('identity', '=', row.identity)
        .where('status', '=', 'ready')
        .where('ordinal', '<', row.ordinal)
        .orderBy('ordinal', 'desc')
        .limit(1),
    )
    .execute()
  return items.map(({ fingerprint }) => fingerprint)
}

async function insertItems(
  tx: ServiceTransaction,
  tools: ServiceTools,
  row: ConsultationRow,
  items: readonly AnsweredItem[],
): Promise<void> {
  const ids = items.map(() => tools.random.uuid())
  const { brand_id, account_id, vehicle_id, id: consultation_id } = row
  const owner = { brand_id, account_id, vehicle_id, consultation_id }
  await tx
    .insertInto('service.debt_item')
    .values(
      items.map((item, position) => ({
        ...owner,
        id: ids[position] ?? '',
        position,
        kind: item.kind,
        debt_group: item.group,
        description: item.description,
        amount_cents: item.amountCents,
        due_date: item.dueDate,
        year: item.year,
        depends_on: item.dependsOn === null ? null : (ids[item.dependsOn] ?? null),
        depends_on_description:
          item.dependsOn === null ? '' : (items[item.dependsOn]?.description ?? ''),
        is_payable: item.isPayable,
        fingerprint: item.fingerprint,
        provider_reference: item.providerReference,
      })),
    )
    .execute()
}
