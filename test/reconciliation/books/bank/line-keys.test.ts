import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lineKeys } from '../../../../src/reconciliation/books/bank/line-keys.ts'
import { readStatement } from '../../../../src/sheets/statement/read-statement.ts'
import { match, paid } from './bank-entries.ts'

const account = { bankId: '0341', branch: '9999', account: '12345-9' }
const a = { id: 'N1', day: '2026-11-03', cents: -100n, memo: 'PIX' }

test('a line keeps its key in a longer statement, and the bank written in another way', () => {
  const [key] = lineKeys(account, [a])
  const longer = lineKeys({ bankId: '341', branch: '9999', account: '123459' }, [
    { ...a, day: '2026-11-02' },
    { ...a, memo: 'PIX QRCODE' },
  ])
  expect(longer[1]).toBe(key)
  expect(longer[0]).not.toBe(key)
})

test('lines of another account, amount, day or place among equals have other keys', () => {
  const keys = [
    ...lineKeys(account, [a, a, { ...a, cents: -101n }, { ...a, id: 'N2' }]),
    ...lineKeys({ ...account, branch: '9998' }, [a]),
  ]
  expect(new Set(keys).size).toBe(5)
})

test.each(['', '0', '00000000'])('without an id (%j) the memo makes the key', (id) => {
  const none = { ...a, id }
  const [first, other, second] = lineKeys(account, [none, { ...none, memo: 'TED' }, none])
  expect(new Set([first, other, second]).size).toBe(3)
  expect(lineKeys(account, [{ ...none, memo: 'TED' }, none])).toEqual([other, first])
})

test('a key shows nothing of a memo that names a person', () => {
  const named = { ...a, id: '', memo: 'PIX 529.982.247-25' }
  expect(lineKeys(account, [named])[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('the same file twice changes nothing', () => {
  const { accounts } = readStatement(readFileSync('fixtures/statements/bradesco.ofx'))
  const lines = accounts.flatMap((each) => {
    const keys = lineKeys(each, each.lines)
    return each.lines.map((line, at) => ({ ...line, identity: keys[at] ?? '', account: '1' }))
  })
  const ours = [paid('A', 3, 130_352), paid('B', 3, 17_408), paid('C', 3, 17_408)]
  const once = match({ lines, ours })
  const again = match({ lines: [...lines, ...lines], ours, closures: once.closures })
  expect(again).toEqual(once)
  expect(once.lineCents.get('matched')).toBe(-165_168n)
  expect(once.lineCents.get('only-bank')).toBe(8_810n)
})
