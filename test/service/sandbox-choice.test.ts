/** Which debts the sandbox lets somebody choose, and which go together. */
import { expect, test } from 'vitest'
import type { DebtItem } from '../../src/contract/debt-item.ts'
import {
  choose,
  chooseAll,
  hindrance,
  paidTwice,
} from '../../src/service/sandbox/browser/choose-items.js'

function item(id: string, more: Partial<DebtItem> = {}): DebtItem {
  return {
    id,
    kind: 'ticket',
    group: 'ticket',
    description: id,
    amount: '1.00',
    year: 2026,
    depends_on: null,
    depends_on_description: '',
    is_payable: true,
    ...more,
  }
}

const tax = item('tax', { kind: 'ipva' })
const licence = item('licence', { depends_on: 'tax' })
const extra = item('extra', { depends_on: 'licence' })
const chain = [tax, licence, extra]

test('an item is ticked together with everything that it depends on', () => {
  expect(choose(new Set(), extra, true, chain)).toEqual(new Set(['extra', 'licence', 'tax']))
  expect(choose(new Set(), tax, true, chain)).toEqual(new Set(['tax']))
})

test('an item is unticked together with everything that depends on it', () => {
  const all = new Set(['tax', 'licence', 'extra'])
  expect(choose(all, tax, false, chain)).toEqual(new Set())
  expect(choose(all, extra, false, chain)).toEqual(new Set(['tax', 'licence']))
})

test('what cannot be paid cannot be chosen, nor what depends on it', () => {
  const items = [{ ...tax, is_payable: false }, licence]
  expect(items.map((each) => hindrance(each, items))).toEqual(['unpayable', 'blocked'])
  expect(choose(new Set(), licence, true, items)).toEqual(new Set())
  expect(chooseAll(items)).toEqual(new Set())
})

test('a partner that is not in the answer was settled and hinders nothing', () => {
  expect(hindrance(licence, [licence])).toBeNull()
  expect(choose(new Set(), licence, true, [licence])).toEqual(new Set(['licence']))
})

test('items that depend on each other in a circle are chosen together', () => {
  const one = item('one', { depends_on: 'two' })
  const two = item('two', { depends_on: 'one' })
  expect(choose(new Set(), one, true, [one, two])).toEqual(new Set(['one', 'two']))
})

test('all leaves out instalments beside their single payment, unless something needs one', () => {
  const single = item('single', { kind: 'ipva_unique' })
  const first = item('first', { kind: 'ipva_installment' })
  const last = item('last', { kind: 'ipva_installment' })
  const older = item('older', { kind: 'ipva_installment', year: 2025 })
  const items = [single, first, last, older]
  expect(chooseAll(items)).toEqual(new Set(['single', 'older']))
  expect(paidTwice(chooseAll(items), items)).toEqual([])
  const needy = item('needy', { depends_on: 'last' })
  expect(chooseAll([...items, needy])).toEqual(new Set(['single', 'older', 'needy', 'last']))
  expect(paidTwice(new Set(['single', 'first']), items)).toEqual([2026])
})
