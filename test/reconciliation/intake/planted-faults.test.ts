/** Faults that are planted in intake, each of which the files with planted vehicles must find. */
import { afterEach, expect, test, vi } from 'vitest'
import type { OfficeKind } from '../../fuzz/planted/office-file.ts'
import type * as Footers from '../../../src/reconciliation/intake/verdicts/footers.ts'
import type * as JoinedRows from '../../../src/reconciliation/intake/header/joined-rows.ts'
import type { Shape } from '../../fuzz/planted/office-shapes.ts'
import type * as StateBeside from '../../../src/fleet/state-beside.ts'
import type * as TwoLineHeader from '../../../src/reconciliation/intake/header/two-line-header.ts'
import type * as MergedCells from '../../../src/sheets/workbook/merged-cells.ts'
import type * as JudgeDocument from '../../../src/reconciliation/intake/fields/judge-document.ts'

const FILES_MAX = 3000
const FILES_AT_ONCE = 10
const INTAKE = '../../../src/reconciliation/intake'

afterEach(() => {
  vi.resetModules()
})

interface Search {
  readonly shape?: Shape
  readonly office?: OfficeKind
  /** A seed below the first that finds it: those before need not be judged each time. */
  readonly since?: number
}

/** The modules are loaded anew, so that they meet the planted one. The first files that find it do. */
async function found(
  kinds: readonly string[],
  { shape, office, since = 1 }: Search = {},
): Promise<readonly string[]> {
  vi.resetModules()
  const { judgeSeeds } = await import('../../fuzz/planted/run.ts')
  const { officeFile } = await import('../../fuzz/planted/office-file.ts')
  const { plantedFile } = await import('../../fuzz/planted/planted-file.ts')
  const fileOf = (seed: number) => (office ? officeFile(seed, office) : plantedFile(seed, shape))
  const left = new Set(kinds)
  for (let from = since; from < since + FILES_MAX && left.size > 0; from += FILES_AT_ONCE) {
    for (const { what } of (await judgeSeeds(from, FILES_AT_ONCE, undefined, fileOf)).breaches) {
      for (const kind of left) if (what.includes(kind)) left.delete(kind)
    }
  }
  return kinds.filter((kind) => !left.has(kind))
}

test('rows that two stray quotes have joined pass as one vehicle', async () => {
  const path = `${INTAKE}/header/joined-rows.ts`
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof JoinedRows
    const partJoinedRows: typeof real.partJoinedRows = (record) => [record]
    return { ...real, partJoinedRows }
  })
  expect(await found(['lost: '], { since: 500 })).toEqual(['lost: '])
  expect(await found(['mixed: '], { since: 1_160 })).toEqual(['mixed: '])
  vi.doUnmock(path)
})

test('footers are whatever has neither a plate nor a RENAVAM in its own column', async () => {
  const path = `${INTAKE}/verdicts/footers.ts`
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof Footers
    const footerOf: typeof real.footerOf = (cells, header) => {
      const cell = (field: 'plate' | 'renavam'): string =>
        cells[header.columns.get(field) ?? -1] ?? ''
      const isPlate = /^[A-Za-z]{3}-?[0-9]/.test(cell('plate'))
      return isPlate || /[0-9]{6}/.test(cell('renavam')) ? undefined : 'W-FOOTER'
    }
    return { ...real, footerOf }
  })
  expect(await found(['lost: '])).toEqual(['lost: '])
  vi.doUnmock(path)
})

test('the owners of two rows are swapped', async () => {
  const path = `${INTAKE}/fields/judge-document.ts`
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof JudgeDocument
    let last: string | undefined
    const judgeDocument: typeof real.judgeDocument = (raw, options, draft) => {
      const own = real.judgeDocument(raw, options, draft)
      const other = own === undefined ? undefined : (last ?? own)
      last = own
      return other
    }
    return { ...real, judgeDocument }
  })
  expect(await found(['mixed: '])).toEqual(['mixed: '])
  vi.doUnmock(path)
})

test('a cell of two values gives a state that is not its own', async () => {
  const path = '../../../src/fleet/state-beside.ts'
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof StateBeside
    const splitPlate: typeof real.splitPlate = (cell) => {
      const split = real.splitPlate(cell)
      return split && { ...split, uf: 'SP' }
    }
    return { ...real, splitPlate }
  })
  expect(await found(['mixed: '], { shape: 'two values in a cell' })).toEqual(['mixed: '])
  vi.doUnmock(path)
})

test('the second line of a header is taken for a row', async () => {
  const path = `${INTAKE}/header/two-line-header.ts`
  vi.doMock(path, async (original) => {
    const real = (await original()) as typeof TwoLineHeader
    return { ...real, joinTwoRows: () => undefined }
  })
  expect(await found(['mixed: '], { shape: 'header over two lines' })).toEqual(['mixed: '])
  vi.doUnmock(path)
})

test.each(['xlsx', 'ods', 'html'] as const)(
  'merged cells of an %s reach a row further than they do',
  async (kind) => {
    const path = '../../../src/sheets/workbook/merged-cells.ts'
    vi.doMock(path, async (original) => {
      const real = (await original()) as typeof MergedCells
      const addMerge: typeof real.addMerge = (merges, merge) => {
        real.addMerge(merges, { ...merge, bottom: merge.bottom + 1 })
      }
      return { ...real, addMerge }
    })
    // What it fills was empty, so a default for the file, or nothing, was meant.
    const since = kind === 'xlsx' ? 200 : 1
    expect(await found(['mixed: '], { office: kind, since })).toEqual(['mixed: '])
    vi.doUnmock(path)
  },
)
