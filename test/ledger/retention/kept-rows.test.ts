/** What is old and stays, since money or a later command needs it; and what stays of a vehicle. */
import { expect, test } from 'vitest'
import {
  CPF,
  LIMIT,
  OLD,
  answer,
  campaign,
  database,
  debt,
  effect,
  erase,
  file,
  fleet,
  insert,
  item,
  leftOf,
  move,
  one,
  openRetentionWorld,
  request,
  slot,
  superseded,
  uuid,
  vehicle,
} from './retention-world.ts'

await openRetentionWorld()

test('kept although it is old: the document of a vehicle that is to be registered, and of one fixed since', async () => {
  const last = { owner_sealed: 'sealed', last_import_id: await file(OLD) }
  const planned = await vehicle(OLD, { ...last, state: 'planned' })
  const fixed = await vehicle(LIMIT, { ...last, state: 'refused' })
  await erase('documents')
  expect(await leftOf('documents', planned)).toBe(1)
  expect(await leftOf('documents', fixed)).toBe(1)
})

test('kept although it is old: the line by which another owner of a vehicle is told', async () => {
  const id = await file(OLD)
  await vehicle(OLD, { state: 'registered', last_import_id: id, last_import_line: 2 })
  await erase('cells')
  expect(await leftOf('cells', id)).toBe(1)
})

test('kept although it is old: what is known of a vehicle whose order is open, and of one of the fleet', async () => {
  const left = { state: 'removed', in_fleet: false, nickname: 'n' }
  const owing = await vehicle(OLD, left)
  await insert('foreign_order', {
    id: uuid(),
    fleet_id: fleet,
    vehicle_id: owing,
    why: 'found',
    method: 'pix',
    status: 'open',
    standing: 'open',
    total_cents: 1,
    first_seen_at: OLD,
    last_seen_at: OLD,
  })
  const ours = await vehicle(OLD, { state: 'registered', nickname: 'n' })
  await erase('removed')
  expect((await one('select nickname from frota.vehicle where id = $1', owing))['nickname']).toBe(
    'n',
  )
  expect((await one('select nickname from frota.vehicle where id = $1', ours))['nickname']).toBe(
    'n',
  )
})

test('kept although it is old: the newest answer, and one of which a debt or a plan is', async () => {
  const owner = await vehicle(OLD)
  const first = await answer(new Date(OLD.getTime() - 1), owner)
  const last = await answer(OLD, owner)
  await item(first, await debt(owner, first, first))
  await item(last, await debt(owner, last, first))
  const planned = await superseded(new Date(OLD.getTime() - 1))
  const of = await one('select vehicle_id from frota.consultation where id = $1', planned)
  await insert('order_plan', {
    fleet_id: fleet,
    campaign_id: campaign,
    vehicle_id: of['vehicle_id'],
    consultation_id: planned,
    method: 'pix',
    hash: 'h',
    debts_cents: 1,
    state: 'ordered',
    created_at: OLD,
  })
  await erase('answers')
  for (const id of [first, last, planned]) expect(await leftOf('answers', id)).toBe(1)
})

test('kept although it is old: moves of orders, of effects under way, and the newest of all', async () => {
  const order = await move(OLD, 'order')
  const doubted = await move(OLD, 'consult', 'in-doubt')
  const newest = await move(OLD)
  await erase('moves')
  for (const seq of [order, doubted, newest]) expect(await leftOf('moves', seq)).toBe(1)
})

test('kept although it is old: a slot that an effect in doubt holds, and a request that did not end', async () => {
  const held = await slot(OLD)
  await effect('consult', 'in-doubt', { slot_id: held })
  const open = await request(OLD, null)
  await erase('slots')
  await erase('requests')
  expect(await leftOf('slots', held)).toBe(1)
  expect(await leftOf('requests', open)).toBe(1)
})

test('a document in what the service wrote of a vehicle that left is nowhere afterwards', async () => {
  const owner = await vehicle(OLD, {
    state: 'removed',
    in_fleet: false,
    extras: JSON.stringify({ Motorista: CPF }),
    remote_nickname: CPF,
    refusal: CPF,
    cost_centre: `Obra ${CPF}`,
  })
  const asked = await answer(OLD, owner, true)
  await database.pool.query(`update frota.consultation set error_message = $1 where id = $2`, [
    `Recusado: ${CPF}`,
    asked,
  ])
  await item(asked, await debt(owner, asked, asked))
  await insert('vehicle_change', {
    vehicle_id: owner,
    field: 'nickname',
    before: CPF,
    after: 'x',
    changed_at: OLD,
  })
  await insert('effect', {
    kind: 'consult',
    key: uuid(),
    fleet_id: fleet,
    vehicle_id: owner,
    state: 'rejected',
    reason: CPF,
    created_at: OLD,
    updated_at: OLD,
  })
  expect((await tablesThatHold(owner, CPF)).toSorted()).toEqual([
    'consultation',
    'debt',
    'debt_item',
    'effect',
    'vehicle',
    'vehicle_change',
  ])
  await erase('removed')
  await erase('changes')
  expect(await tablesThatHold(owner, CPF)).toEqual([])
  const kept = await one(
    'select plate, description from frota.vehicle v join frota.debt d ' +
      'on d.vehicle_id = v.id where v.id = $1',
    owner,
  )
  expect(kept).toEqual({
    plate: expect.stringMatching(/^ABC/),
    description: expect.stringMatching(/^IPVA de \*/),
  })
})

/** Rows about the vehicle, in any table, whose text holds it. */
async function tablesThatHold(owner: string, text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'frota'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { count: holding } = await one(
      `select count(*)::integer as count from frota.${name} row
       where row::text like '%' || $1 || '%' and (row::text like '%' || $2 || '%' or exists (
         select from frota.debt d where d.vehicle_id = $2::uuid
           and row::text like '%' || d.id || '%'))`,
      text,
      owner,
    )
    if (Number(holding) > 0) found.push(name)
  }
  return found
}
