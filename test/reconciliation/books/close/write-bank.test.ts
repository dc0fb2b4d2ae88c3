import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BankFacts } from '../../../../src/ledger/books/bank-lines.ts'
import { matchFacts } from '../../../../src/reconciliation/books/bank/match-statement.ts'
import { bankOfOrders } from '../../../../src/reconciliation/books/classes/bank-of-orders.ts'
import { writeBank } from '../../../../src/reconciliation/books/close/write-bank.ts'
import { folderForFile } from '../../../support/for-file.ts'
import { readCsv } from '../../../support/recompute-months.ts'
import { sampleSettings } from './sample-month.ts'

const parent = await folderForFile('bank')

const CENTS = 13_506n
const seenAt = new Date('2026-01-31T13:00:00Z')

function payment(seq: bigint, cents: bigint, codes: string[] = []): BankFacts['money'][number] {
  const order = { orderId: `order-${seq}`, method: 'boleto', codes } as const
  return { ...order, seq, event: 'paid', occurredAt: null, seenAt, cents }
}

function line(identity: string, day: string, cents: bigint, memo = ''): BankFacts['lines'][number] {
  const read = { fileName: 'a.ofx', importedAt: seenAt }
  return { identity, account: '1', day, cents, memo, reference: '', ...read }
}

async function monthsOf(facts: BankFacts): Promise<string[][]> {
  const { rows } = matchFacts(facts, { zone: 'UTC', today: '2026-02-28' })
  const held = bankOfOrders(rows, true)
  const met = facts.money.flatMap(({ orderId }) => held.of(orderId).lines)
  expect(new Set(met)).toEqual(new Set(facts.lines))
  const months: string[][] = []
  for (const month of ['2026-01', '2026-02']) {
    const folder = mkdtempSync(join(parent, month))
    const written = await writeBank(
      { lines: facts.lines, rows, late: new Set() },
      { ...sampleSettings, month },
      folder,
    )
    expect(written.checks.map(({ closes }) => closes)).toEqual([true])
    const told = await readCsv(join(folder, 'bank.csv'))
    months.push(told.map((row) => [row['class'], row['amount'], row['fleet_amount']].join(' ')))
  }
  return months
}

test('of equal lines and payments at the end of a month each month has its own', async () => {
  const lines = [line('a', '2026-01-30', -CENTS), line('b', '2026-02-02', -CENTS)]
  const found = await monthsOf({
    lines,
    money: [payment(1n, CENTS), payment(2n, CENTS)],
    closures: [],
  })
  expect(found).toEqual([['matched -135.06 -135.06'], ['matched -135.06 -135.06']])
})

test('of a payment in two parts the second month has its line, and not the payment again', async () => {
  const txid = 'FR0TATX0000000000000000A1'
  const [first, second] = [13_000n, 506n]
  const lines = [line('a', '2026-01-30', -first, txid), line('b', '2026-02-02', -second, txid)]
  const found = await monthsOf({ lines, money: [payment(1n, CENTS, [txid])], closures: [] })
  expect(found).toEqual([['matched -130.00 -135.06'], ['matched -5.06 0.00']])
})
