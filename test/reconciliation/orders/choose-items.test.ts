import { describe, expect, test } from 'vitest'
import { choose, idsOf, whyOf } from './choice-samples.ts'
import { instalment, licensing, shown, single } from './order-samples.ts'

describe('a year of IPVA', () => {
  const quotas = [instalment(1), instalment(2), instalment(3)]

  test('is paid at once while the single payment is not overdue', () => {
    const unique = single()
    const choice = choose([unique, ...quotas])
    expect(idsOf(choice)).toEqual([unique.id])
    expect(whyOf(choice)).toEqual({
      'IPVA 2026 - Parcela 1/3': 'ipva-alternative',
      'IPVA 2026 - Parcela 2/3': 'ipva-alternative',
      'IPVA 2026 - Parcela 3/3': 'ipva-alternative',
    })
  })

  test('goes to the instalments that are due soon once the single payment is overdue', () => {
    const choice = choose([single({ dueDate: '2026-03-09' }), ...quotas])
    expect(idsOf(choice)).toEqual([quotas[0]?.id])
    expect(whyOf(choice)).toMatchObject({
      'IPVA 2026 - Cota única': 'ipva-alternative',
      'IPVA 2026 - Parcela 2/3': 'instalment-later',
    })
  })

  test('goes on by instalments when one is paid, even if it is not shown any more', () => {
    const paid = instalment(1, { state: 'settled', shown: false, dueDate: '2026-02-20' })
    const second = instalment(2, { dueDate: '2026-03-20' })
    const choice = choose([single(), second], {}, { gone: [paid] })
    expect(idsOf(choice)).toEqual([second.id])
    expect(whyOf(choice)).toEqual({ 'IPVA 2026 - Cota única': 'ipva-alternative' })
  })

  test('waits for a person when both ways are ordered already', () => {
    const choice = choose([
      single({ state: 'ordered' }),
      instalment(1, { state: 'paid' }),
      instalment(2),
    ])
    expect(choice.chosen).toEqual([])
    expect(whyOf(choice)).toMatchObject({ 'IPVA 2026 - Parcela 2/3': 'ipva-conflict' })
  })

  test('waits when the way to pay it cannot be paid here: it may be paid elsewhere already', () => {
    const choice = choose([single({ isPayable: false }), ...quotas])
    expect(choice.chosen).toEqual([])
  })

  test('follows the policy when it prefers instalments', () => {
    const choice = choose([single(), ...quotas], { prefer: 'instalments' })
    expect(idsOf(choice)).toEqual([quotas[0]?.id])
  })
})

describe('partners', () => {
  test('go together', () => {
    const unique = single()
    const fee = licensing({ dependsOn: unique.itemId })
    expect(idsOf(choose([fee, unique]))).toEqual([fee.id, unique.id])
  })

  test('of what is left out are left out, and theirs too', () => {
    const unpayable = shown({ isPayable: false, description: 'a' })
    const second = shown({ dependsOn: unpayable.itemId, description: 'b', amountCents: 1n })
    const third = shown({ dependsOn: second.itemId, description: 'c', amountCents: 2n })
    expect(whyOf(choose([third, second, unpayable]))).toEqual({
      a: 'not-payable',
      b: 'partner-left-out',
      c: 'partner-left-out',
    })
  })

  test('that no item of the answer is are left out', () => {
    const lost = licensing({ dependsOn: '0c0c0c0c-0000-4000-8000-000000000001' })
    expect(whyOf(choose([lost]))).toEqual({ 'Licenciamento 2026': 'partner-left-out' })
  })

  test('in a circle go together', () => {
    const a = shown()
    const b = shown({ dependsOn: a.itemId })
    const circle = [{ ...a, dependsOn: b.itemId }, b]
    expect(choose(circle).chosen).toHaveLength(2)
  })
})

test('two equal tickets are two debts', () => {
  const choice = choose([shown({ ordinal: 0 }), shown({ ordinal: 1 })])
  expect(choice.chosen).toHaveLength(2)
  expect(choice.totalCents).toBe(200_00n)
})

test('what is in an order already is not ordered again', () => {
  const choice = choose([shown({ state: 'ordered' }), shown({ state: 'paid' })])
  expect(choice.chosen).toEqual([])
  expect(choice.leftOut.map(({ why }) => why)).toEqual(['ordered', 'ordered'])
})

test('an item that costs nothing, or less, does not lower what the others cost', () => {
  const debts = [shown(), shown({ amountCents: 0n }), shown({ amountCents: -50_00n })]
  const choice = choose(debts)
  expect(choice.totalCents).toBe(100_00n)
  expect(choice.leftOut.map(({ why }) => why)).toEqual([
    'amount-not-positive',
    'amount-not-positive',
  ])
})

test('nothing of a provisional RENAVAM is ordered', () => {
  const choice = choose([shown(), single()], {}, { renavam: '90000000001' })
  expect(choice.chosen).toEqual([])
  expect(new Set(choice.leftOut.map(({ why }) => why))).toEqual(new Set(['provisional-renavam']))
})

test('one order holds at most what the interface takes, the earliest due with its partners first', () => {
  const many = Array.from({ length: 205 }, (_, at) =>
    shown({ dueDate: '2026-01-01', description: `ticket ${100 + at}` }),
  )
  const last = shown({ dueDate: '2026-12-01', description: 'the last' })
  const early = shown({ dueDate: '2025-01-01', description: 'early', dependsOn: last.itemId })
  const choice = choose([early, ...many, last])
  expect(choice.chosen.length).toBe(200)
  expect(idsOf(choice)).toEqual(expect.arrayContaining([early.id, last.id]))
  expect(new Set(choice.leftOut.map(({ why }) => why))).toEqual(new Set(['order-full']))
})
