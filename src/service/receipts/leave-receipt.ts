/**
 * Leaves a call's receipt in the transaction of what it makes: its slot counts from then on, and
 * its Idempotency-Key leads to what was made. A crash before it leaves nothing used.
 */
import { keepSlot } from '../quota/keep-slot.ts'
import type { Receipt } from '../receipt.ts'
import type { ServiceDb } from '../service-db.ts'
import { nameObject } from './idempotent-call.ts'

export async function leaveReceipt(
  tx: ServiceDb,
  { slot, idempotent }: Receipt,
  objectId: string,
): Promise<void> {
  if (slot !== null) await keepSlot(tx, slot)
  if (idempotent !== null) await nameObject(tx, idempotent, objectId)
}

/** Runs a write together with its receipt; one without a receipt needs no transaction. */
export async function withReceipt<Made>(
  db: ServiceDb,
  receipt: Receipt,
  objectId: string,
  write: (db: ServiceDb) => Promise<Made>,
): Promise<Made> {
  if (receipt.slot === null && receipt.idempotent === null) return await write(db)
  return await db.transaction().execute(async (tx) => {
    await leaveReceipt(tx, receipt, objectId)
    return await write(tx)
  })
}
