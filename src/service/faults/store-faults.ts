/** Faults that change stored data before or after a request's own effect. */
import { sql } from 'kysely'
import type { ApiCall, LooseReply } from '../api-call.ts'
import { NO_RECEIPT } from '../receipt.ts'
import type { ServiceDb } from '../service-db.ts'
import type { FaultAt } from './fault.ts'
import type { HiddenKind, HiddenObjects } from './hidden-objects.ts'
import { fieldsOf } from '../../fields.ts'

export type StoreFault = FaultAt<'store'>

const KINDS: Readonly<Record<string, HiddenKind>> = {
  createVehicle: 'vehicle',
  createConsultation: 'consultation',
  createOrder: 'order',
}

interface Store {
  readonly db: ServiceDb
  readonly hidden: HiddenObjects
}

/** Applies all faults, the first one outermost. */
export async function handleUnder(
  faults: readonly StoreFault[],
  store: Store,
  call: ApiCall,
  handle: () => Promise<LooseReply>,
): Promise<LooseReply> {
  const [fault, ...others] = faults
  if (fault === undefined) return await handle()
  return await handleUnderOne(fault, store, call, () => handleUnder(others, store, call, handle))
}

async function handleUnderOne(
  fault: StoreFault,
  { db, hidden }: Store,
  call: ApiCall,
  handle: () => Promise<LooseReply>,
): Promise<LooseReply> {
  const accountId = call.caller?.accountId
  if (typeof accountId !== 'string') return await handle()
  switch (fault.fault) {
    case 'amounts-changed': {
      await changeAmounts(db, accountId, call.request.body, fault.cents ?? 1)
      return await handle()
    }
    case 'twin': {
      // The twin stands for another client's request: it takes no slot, and its answer is dropped.
      if (fault.first === 'theirs') await call.handle(NO_RECEIPT)
      const reply = await handle()
      if (fault.first !== 'theirs') await call.handle(NO_RECEIPT)
      return reply
    }
    case 'list-lag': {
      const reply = await handle()
      const { id } = fieldsOf(reply.body)
      const kind = KINDS[call.operation.id]
      if (reply.status === 201 && kind !== undefined && typeof id === 'string') {
        hidden.hide({ kind, id, accountId }, fault.ms, fault.byId ?? false)
      }
      return reply
    }
  }
}

/** Raises each item of the request by `cents`, as a late fee would, and updates the totals. */
async function changeAmounts(db: ServiceDb, accountId: string, body: unknown, cents: number) {
  const { debt_item_ids: ids } = fieldsOf(body)
  if (!Array.isArray(ids)) return
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('service.debt_item')
      .set({ amount_cents: sql<bigint>`amount_cents + ${cents}::int8` })
      .where('account_id', '=', accountId)
      .where('id', 'in', ids.map(String))
      .returning('consultation_id')
      .execute()
    const answers = [...new Set(changed.map((row) => row.consultation_id))]
    if (answers.length === 0) return
    await tx
      .updateTable('service.consultation')
      .set({
        total_cents: sql<bigint>`(select sum(amount_cents)::int8 from service.debt_item
          where consultation_id = service.consultation.id)`,
      })
      .where('account_id', '=', accountId)
      .where('id', 'in', answers)
      .execute()
  })
}
