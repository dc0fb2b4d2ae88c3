/** A journal as a table: by the layout that wrote it, whatever its encoding and separator. */
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFilePage } from '../../src/console/runs/file-table.ts'
import { LAYOUTS, type Layout } from '../../src/reconciliation/books/journal/journal-layout.ts'
import { JournalWriter } from '../../src/reconciliation/books/journal/write-journal.ts'
import { NO_ACCOUNTS, readAccounts } from '../../src/reconciliation/books/journal/accounts-file.ts'
import { folderForTest } from '../support/for-file.ts'
import { entriesOf, file, money, words } from '../reconciliation/books/journal/journal-samples.ts'

const own: Layout = {
  ...LAYOUTS.calima,
  name: 'own',
  separator: '|',
  encoding: 'utf-8',
  titles: false,
  detail: [{ source: 'day' }, { source: 'amount' }, { source: 'debit' }, { source: 'credit' }],
}

test.each([
  ['calima', LAYOUTS.calima, LAYOUTS.calima, 'Conta Débito', '130,16'],
  ['calima of an older folder', LAYOUTS.calima, null, 'Conta Débito', '130,16'],
  ['generic of an older folder', LAYOUTS.generic, null, 'Conta Débito', '130,16'],
  ['an own one', own, own, 'debit', '130,16'],
  ['dominio', LAYOUTS.dominio, LAYOUTS.dominio, 'debit', '000000000013016'],
] as const)(
  'a journal in %s has its columns and its cents',
  async (_, written, told, name, cents) => {
    const accounts = readAccounts(file())
    const month = '2026-11'
    const writer = new JournalWriter(written, month, NO_ACCOUNTS)
    const made = entriesOf(month, { movements: [], money: [money({})] }, { accounts, words })
    const path = join(folderForTest('journal'), 'journal')
    await writeFile(path, Buffer.concat([writer.begin(), writer.entries(made), writer.end()]))
    await using handle = await open(path)
    const query = { filters: {}, page: 1 } as unknown as Parameters<typeof readFilePage>[1]
    const { header, rows, count } = await readFilePage({ handle }, query, told)
    expect(count).toBe(1)
    expect(rows[0]?.[header.indexOf(name)]).toMatch(/^0*5102$/)
    expect(rows[0]).toContain(cents)
    expect(rows[0]).toContain('05/11/2026')
  },
)
