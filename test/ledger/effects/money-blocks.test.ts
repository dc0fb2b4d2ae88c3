/** Why no money may leave: one reason at a time, and what is over stays as it ended. */
import { expect, test } from 'vitest'
import { openMoneyBlockStore } from '../../../src/ledger/effects/money-blocks.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const { db } = await ledgerForFile()
const blocks = openMoneyBlockStore(db)

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minute))
const NOTHING = { ordersRead: 0, ordersRecorded: 0, ordersForeign: 0 }
const SOME = { ordersRead: 7, ordersRecorded: 2, ordersForeign: 1 }

test('money is blocked for one reason at a time, and a block that is over changes no more', async () => {
  expect(await blocks.current()).toBeUndefined()
  const first = await blocks.open('unknown-intents', at(0))
  const fresh = { tries: 0, triedAt: null, problem: null, ...NOTHING, clearedAt: null }
  expect(first).toEqual({ id: first.id, why: 'unknown-intents', since: at(0), ...fresh })
  expect(await blocks.open('older-ledger', at(1))).toEqual(first)

  await blocks.begin(first.id, at(2))
  await blocks.note(first.id, SOME)
  await blocks.fail(first.id, 'service-unreachable')
  const failed = { ...first, tries: 1, triedAt: at(2), ...SOME, problem: 'service-unreachable' }
  expect(await blocks.current()).toEqual(failed)
  await blocks.begin(first.id, at(3))
  const again = { ...first, tries: 2, triedAt: at(3) }
  expect(await blocks.current()).toEqual(again)
  await blocks.fail(first.id, 'x')
  await blocks.clear(first.id, at(4))
  expect(await blocks.current()).toBeUndefined()
  const over = { ...again, clearedAt: at(4) }

  const second = await blocks.open('older-ledger', at(5))
  expect([second.id === first.id, second.why]).toEqual([false, 'older-ledger'])
  await blocks.begin(first.id, at(6))
  await blocks.note(first.id, SOME)
  await blocks.fail(first.id, 'x')
  await blocks.clear(first.id, at(7))
  await blocks.note(second.id, SOME)
  expect(await blocks.current()).toEqual({ ...second, ...SOME })
  expect(await blocks.list(10)).toEqual([{ ...second, ...SOME }, over])
  expect(await blocks.list(1)).toEqual([{ ...second, ...SOME }])
})
