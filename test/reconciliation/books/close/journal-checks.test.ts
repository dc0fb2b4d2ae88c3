/** Each check of the journal finds the fault that it is for. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BookCheck } from '../../../../src/reconciliation/books/close/book-checks.ts'
import {
  checkBooked,
  checkJournal,
} from '../../../../src/reconciliation/books/close/journal-checks.ts'
import {
  NO_ACCOUNTS,
  readAccounts,
} from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { JournalTally } from '../../../../src/reconciliation/books/journal/journal-tally.ts'
import { journalNotes } from '../../../../src/reconciliation/books/close/journal-notes.ts'
import { bookWordsOf } from '../../../../src/reconciliation/books/words/book-words.ts'
import { LAYOUTS } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import type { Layout } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import type { JournalEntry } from '../../../../src/reconciliation/books/journal/make-entries.ts'
import { readJournal } from '../../../../src/reconciliation/books/journal/read-journal.ts'
import { JournalWriter } from '../../../../src/reconciliation/books/journal/write-journal.ts'
import { folderForFile } from '../../../support/for-file.ts'
import { histories, writeSample } from './sample-month.ts'

const folder = await folderForFile('journal-checks')

const failing = (checks: readonly BookCheck[]): string[] =>
  checks.filter((check) => !check.closes).map(({ code, of }) => `${code} ${of}`.trim())

const entry = (cents: bigint, debit: string, credit: string): JournalEntry => ({
  day: '2026-03-05',
  cents,
  debit,
  credit,
  historyNumber: '',
  history: 'Multa; "554-14"',
  costCentre: '',
  cnpj: '',
  orderId: '',
  moved: { money: 'debt', month: '2026-03', cents },
})
const entries = [entry(13_016n, '51', '11'), entry(100n, '52', '11'), entry(7n, '11', '51')]

/** The checks of a journal whose file somebody changed after it was written. */
async function afterFault(layout: Layout, from: string, to: string): Promise<string[]> {
  const writer = new JournalWriter(layout, '2026-03', NO_ACCOUNTS)
  const bytes = Buffer.concat([writer.begin(), writer.entries(entries), writer.end()])
  const text = bytes.toString('latin1')
  expect(text).toContain(from)
  const path = join(mkdtempSync(join(folder, 'file-')), 'journal')
  writeFileSync(path, Buffer.from(text.replace(from, to), 'latin1'))
  return failing(checkJournal({ meant: writer.sums, there: await readJournal(path, layout) }))
}

describe.each([
  ['calima', LAYOUTS.calima, ['130,16;51;', '130,17;51;', '130,16;52;'], '1,00;52;11'],
  ['generic', LAYOUTS.generic, ['130,16;51;', '130,17;51;', '130,16;52;'], '1,00;52;11'],
  [
    'dominio',
    LAYOUTS.dominio,
    ['130160000051', '130170000051', '130160000052'],
    '10000000520000011',
  ],
] as const)('a journal in %s is read back', (_name, layout, [whole, amount, account], row) => {
  test('as it was written, it agrees', async () => {
    expect(await afterFault(layout, whole, whole)).toEqual([])
  })

  test('a changed amount is found in the total and both accounts', async () => {
    expect(await afterFault(layout, whole, amount)).toEqual([
      'journal-file',
      'journal-credits 11',
      'journal-debits 51',
    ])
  })

  test('a changed account is found in the account that lost and the one that gained', async () => {
    expect(await afterFault(layout, whole, account)).toEqual([
      'journal-debits 51',
      'journal-debits 52',
    ])
  })

  test('an amount that is no number any more is found', async () => {
    const found = await afterFault(layout, row, row.replace(/[1-9].*?(?=;|0{5}52)/, 'x'))
    expect(found).toContain('journal-file')
  })
})

describe('movements and their entries', () => {
  const tally = (): JournalTally => {
    const made = new JournalTally('cash')
    const back = { ...entry(40n, '11', '51'), moved: money('refund', -40n) }
    const paid = { ...entry(900n, '51', '11'), moved: money('debt', 900n) }
    made.add('2026-03', { entries: [paid, back], unbooked: [gone] }, 2)
    return made
  }
  const money = (nature: 'debt' | 'refund', cents: bigint) =>
    ({ money: nature, month: '2026-03', cents }) as const
  const gone = { reason: 'cash-method', file: 'ledger', cents: -55n } as const
  const files = (
    over: { ledger?: [number, bigint]; debt?: bigint; refund?: bigint; payments?: number } = {},
  ) => {
    const [rows, amount] = over.ledger ?? [3, -55n]
    const [debt, refund] = [over.debt ?? 900n, over.refund ?? -40n]
    return {
      ledger: { there: { rows, cents: { amount } } },
      payments: { there: { rows: over.payments ?? 2, cents: { amount: debt + refund } } },
      natures: new Map([
        ['debt', { cents: debt }],
        ['refund', { cents: refund }],
      ] as const),
    }
  }

  test('agree where each row has an entry or a reason', () => {
    expect(failing(checkBooked(tally(), files()))).toEqual([])
  })

  test('a movement of the ledger with neither is found', () => {
    const found = failing(checkBooked(tally(), files({ ledger: [4, -30n] })))
    expect(found).toEqual(['journal-movements ledger.csv', 'journal-movements ledger.csv'])
  })

  test('a payment with neither is found', () => {
    const found = failing(checkBooked(tally(), files({ payments: 3 })))
    expect(found).toEqual(['journal-movements payments.csv'])
  })

  test('a payment and a refund that are both wrong by the same amount are found', () => {
    const found = failing(checkBooked(tally(), files({ debt: 860n, refund: 0n })))
    expect(found).toEqual(['journal-payments debt', 'journal-payments refund'])
  })

  test('a refund booked as a payment is found, although its absolute amount agrees', () => {
    const found = failing(checkBooked(tally(), files({ refund: 40n })))
    expect(found).toEqual(['journal-movements payments.csv', 'journal-payments refund'])
  })
})

/** A month of two owners, whose cost centre has two spellings, and of one without debts. */
test('a month tells in its journal and page what its file of accounts leaves open', async () => {
  const of = { rules, costCentres: { Sul: '2' }, cnpj: '11222333000181' }
  const accounts = readAccounts(JSON.stringify({ method: 'accrual', layout: 'calima', ...of }))
  const parent = mkdtempSync(join(folder, 'notes-'))
  const flavour = { locale: 'pt-BR', flavour: 'machine' } as const
  const written = await writeSample(parent, flavour, accounts, async function* () {
    const [idle] = histories
    if (idle === undefined) throw new Error('There is no vehicle.')
    const named = histories.map((history, at) => {
      const names = ['cost_centre', 'owner_cnpj']
      const changes = history.changes.filter(({ field }) => !names.includes(field))
      const cnpj = at % 2 === 0 ? '' : '11222333000181'
      const costCentre = at % 2 === 0 ? 'Obras' : 'OBRAS'
      return { ...history, changes, vehicle: { ...history.vehicle, costCentre, cnpj } }
    })
    const vehicle = { ...idle.vehicle, costCentre: 'Sul' }
    yield [...named, { vehicle, changes: [], debts: [], events: [], orders: [] }]
  })
  const read = (name: string) => readFileSync(join(written.directory, name), 'latin1')
  const rows = read('journal.csv').trimEnd().split(/\r?\n/).slice(1)
  const [centre, ...others] = new Set(rows.map((row) => row.split(';').at(-2)))
  expect(others).toEqual([])
  const [noCode, otherOwners, ...more] = written.facts.notes
  expect(noCode).toBe(
    `Centros de custo sem código em costCentres vão ao diário pelo nome: ${centre}.`,
  )
  expect(otherOwners).toMatch(/Lançamentos: sem CNPJ \([^)]*\): \d+\.$/)
  expect(more).toEqual([])
  expect(read('close.html')).toContain(`pelo nome: ${centre}.`)
})

/** What is noted of a file of accounts, where the month has entries of these owners. */
function notesOf(more: object, owners: readonly string[] = []): string[] {
  const accounts = readAccounts(
    JSON.stringify({ method: 'accrual', layout: 'calima', rules, ...more }),
  )
  const tally = new JournalTally('accrual')
  for (const costCentre of ['Obras', 'Sul']) tally.know({ costCentre, cnpj: '' })
  const made = owners.map((cnpj) => ({ ...entry(1n, '1', '2'), cnpj }))
  tally.add('2026-03', { entries: made, unbooked: [] }, 0)
  return journalNotes(accounts, tally, bookWordsOf('pt-BR'))
}

test('a code, a rule and a CNPJ that fit no vehicle are named with their place', () => {
  const costCentre = 'Inexistente'
  const ofNobody = [
    { nature: 'debt', costCentre, debit: '1', credit: '2' },
    { nature: 'debt', cnpj: '11444777000161', kind: 'ticket', debit: '1', credit: '2' },
  ]
  const costCentres = { obras: '1', sul: '2', [costCentre]: '3' }
  expect(notesOf({ rules: [...rules, ...ofNobody], costCentres })).toEqual([
    'O arquivo de contas nomeia o que nenhum veículo da frota tem; confira a grafia: costCentres ' +
      '"Inexistente", rules[9] "Inexistente", rules[10] "11.444.777/0001-61".',
  ])
  expect(notesOf({})).toEqual([])
})

const NOBODY_S = `${bookWordsOf('pt-BR').page.noCnpj}: 1`

test.each([
  ['calima, whose file names one of two owners', 'calima', '11222333000181', NOBODY_S],
  ['calima, whose file names none', 'calima', undefined, `${NOBODY_S}, 11.222.333/0001-81: 1`],
  ['dominio, whose header is of one', 'dominio', '11222333000181', NOBODY_S],
])('entries of other owners are told in %s', (_what, layout, cnpj, names) => {
  // The file's own CNPJ is of a vehicle, so that nothing else is noted.
  const notes = notesOf({ layout, cnpj, company: '42' }, ['', '11222333000181'])
  expect(notes.at(-1)).toContain(` Lançamentos: ${names}.`)
})

test('generic, which has a column for the CNPJ, tells nothing of other owners', () => {
  expect(notesOf({ layout: 'generic' }, ['', '11222333000181'])).toEqual([])
})

const natures = ['debt', 'fee', 'discount', 'interest', 'refund', 'provision', 'adjustment']
const rules = [...natures, 'reversal', 'settlement'].map((nature) => ({
  nature,
  debit: '1',
  credit: '2',
}))

test.each(['cash', 'accrual'] as const)(
  'a month by %s tells why rows have no entry',
  async (method) => {
    const accounts = readAccounts(JSON.stringify({ method, layout: 'calima', rules }))
    const parent = mkdtempSync(join(folder, 'month-'))
    const written = await writeSample(parent, { locale: 'pt-BR', flavour: 'machine' }, accounts)
    const read = (name: string) => readFileSync(join(written.directory, name), 'utf8')
    const rowsOf = (name: string) => read(name).trimEnd().split(/\r?\n/).slice(1)
    const lines = [...rowsOf('ledger.csv'), ...rowsOf('payments.csv')]
    const { journal } = JSON.parse(read('manifest.json')) as {
      journal: {
        method: string
        earlier: { rows: number }
        unbooked: Record<string, { rows: number; cents: string }>
      }
    }
    const without = Object.values(journal.unbooked).reduce((sum, { rows }) => sum + rows, 0)
    expect(journal.method).toBe(method)
    expect(without - journal.earlier.rows + rowsOf('journal.csv').length).toBe(lines.length)
    expect(journal.unbooked['balance']?.rows).toBeGreaterThan(0)
    expect(journal.unbooked['by-payment']?.rows).toBeGreaterThan(0)
    expect((journal.unbooked['cash-method']?.rows ?? 0) > 0).toBe(method === 'cash')
    expect(failing(written.facts.checks).filter((code) => code.startsWith('journal'))).toEqual([])
    expect(read('close.html')).toContain('Fora do diário, e por quê')
  },
)
