/** Faults that are planted in intake, each of which the hostile files must find. */
import { afterEach, expect, test, vi } from 'vitest'
import type * as FormatRecords from '../../../src/sheets/csv/format-records.ts'
import type * as JudgeLabel from '../../../src/reconciliation/intake/fields/judge-label.ts'
import type * as Document from '../../../src/fleet/document.ts'

const FILES = 1500

afterEach(() => {
  vi.resetModules()
})

/** The modules are loaded anew, so that they meet the planted one. */
async function found(): Promise<string> {
  vi.resetModules()
  const { fuzzSeeds } = await import('../../fuzz/intake/run.ts')
  return (await fuzzSeeds(1, FILES)).map((breach) => breach.what).join('\n')
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
