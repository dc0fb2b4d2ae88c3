/** Faults that are planted in intake, each of which the hostile files must find. */
import { afterEach, expect, test, vi } from 'vitest'
import type * as FormatRecords from '../../../src/sheets/csv/format-records.ts'
import type * as JudgeLabel from '../../../src/reconciliation/intake/fields/judge-label.ts'
import type * as Document from '../../../src/fleet/document.ts'

const FILES_MAX = 1500
const FILES_AT_ONCE = 50

afterEach(() => {
  vi.resetModules()
})

/** The modules are loaded anew, so that they meet the planted one. The first files that find it do. */
async function found(): Promise<string> {
  vi.resetModules()
  const { fuzzSeeds } = await import('../../fuzz/intake/run.ts')
  for (let from = 1; from <= FILES_MAX; from += FILES_AT_ONCE) {
    const breaches = await fuzzSeeds(from, FILES_AT_ONCE)
    if (breaches.length > 0) return breaches.map(({ what }) => what).join('\n')
  }
  return ''
}

test('a nickname that is trimmed without a word', async () => {
  const path = '../../../src/reconciliation/intake/fields/judge-label.ts'
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof JudgeLabel
    const judgeLabel: typeof real.judgeLabel = (raw, field, draft) =>
      real.judgeLabel(raw.trim(), field, draft)
    return { ...real, judgeLabel }
  })
  expect(await found()).toContain('nickname changed without a word')
  vi.doUnmock(path)
})

test('a cell with a line end that goes back without quotes', async () => {
  const path = '../../../src/sheets/csv/format-records.ts'
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof FormatRecords
    const formatRecords: typeof real.formatRecords = (records, output) =>
      real.formatRecords(records, { ...output, quote: '~' })
    return { ...real, formatRecords }
  })
  expect(await found()).toContain('checked again')
  vi.doUnmock(path)
})

test('a document that is shown', async () => {
  const path = '../../../src/fleet/document.ts'
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof Document
    return { ...real, maskDocument: (document: string) => document }
  })
  expect(await found()).toContain('an issue shows the document')
  vi.doUnmock(path)
})
