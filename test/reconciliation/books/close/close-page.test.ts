/** What a month's page and manifest say of figures that differ. */
import { expect, test } from 'vitest'
import type { BookCheck } from '../../../../src/reconciliation/books/close/book-checks.ts'
import { closePage } from '../../../../src/reconciliation/books/close/close-page.ts'
import type { MonthFacts } from '../../../../src/reconciliation/books/close/month-facts.ts'
import { monthManifest } from '../../../../src/reconciliation/books/close/month-manifest.ts'
import { LAYOUTS } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import { folderForFile } from '../../../support/for-file.ts'
import { writeSample } from './sample-month.ts'

const folder = await folderForFile('close-page')
const { facts, heads } = await writeSample(folder, { locale: 'en', flavour: 'machine' })

function differing(code: BookCheck['code']): MonthFacts {
  const wrong = { code, of: '', closes: false, unit: 'cents', expected: 1n, found: 2n } as const
  const closing = { person: 'Ana', reason: 'two card orders' }
  const settings = { ...facts.settings, closing }
  return { ...facts, settings, checks: [...facts.checks, wrong] }
}

test('a page of A4 names in its notes the companies whose entries are to be parted', () => {
  const page = closePage({ ...facts, notes: ['Entries: 11.222.333/0001-81: 33'] })
  expect(page).toContain('11.222.333/0001-81: 33')
  expect(page).toContain('size:A4')
})

test('a month that differs from the service alone is not called unusable, one within is', () => {
  const [service, within] = [differing('outside-total'), differing('book-paid')]
  expect(closePage(service)).toContain('Checks that differ from the service: 1 ')
  expect(closePage(service)).toContain(`The books close: ${facts.checks.length} checks.`)
  expect(closePage(service)).not.toContain('Do not use')
  expect(closePage(within)).toContain('Do not use: 1 checks do not close.')
  const closes = [service, within].map((of) => monthManifest(of, heads, LAYOUTS.calima).closes)
  expect(closes).toEqual([true, false])
})
