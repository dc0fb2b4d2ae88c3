/** Faults that are planted in intake, each of which hostile files or planted vehicles must find. */
import { afterEach, expect, test, vi } from 'vitest'
import type * as StateBeside from '../../../src/fleet/state-beside.ts'
import type * as Document from '../../../src/fleet/document.ts'
import type * as JudgeDocument from '../../../src/reconciliation/intake/fields/judge-document.ts'
import type * as JudgeLabel from '../../../src/reconciliation/intake/fields/judge-label.ts'
import type * as JoinedRows from '../../../src/reconciliation/intake/header/joined-rows.ts'
import type * as TwoLineHeader from '../../../src/reconciliation/intake/header/two-line-header.ts'
import type * as Footers from '../../../src/reconciliation/intake/verdicts/footers.ts'
import type * as FormatRecords from '../../../src/sheets/csv/format-records.ts'
import type * as MergedCells from '../../../src/sheets/workbook/merged-cells.ts'
import type { OfficeKind } from '../../fuzz/planted/office-file.ts'
import type { Shape } from '../../fuzz/planted/office-shapes.ts'

const SRC = '../../../src'
const INTAKE = `${SRC}/reconciliation/intake`

/** The module, with `change` in the place of its own. */
const planting =
  <Module extends object>(path: string, change: (real: Module) => Partial<Module>) =>
  (): void => {
    vi.doMock(path, async (original) => {
      const real = (await original()) as Module
      return { ...real, ...change(real) }
    })
    undo = () => vi.doUnmock(path)
  }
let undo = (): unknown => undefined
afterEach(() => {
  vi.resetModules()
  undo()
})

interface Breaches {
  readonly breaches: readonly { readonly what: string }[]
}

/** Files are judged, a few at a time, until one breaks a rule like this. */
async function isFound(
  like: string,
  since: number,
  few: number,
  judge: (from: number, count: number) => Promise<Breaches>,
): Promise<boolean> {
  for (let from = since; from < since + FILES_MAX; from += few) {
    const { breaches } = await judge(from, few)
    if (breaches.some(({ what }) => what.includes(like))) return true
  }
  return false
}
const FILES_MAX = 3_000

const hostile = (like: string) => async (): Promise<boolean> => {
  const { fuzzSeeds } = await import('../../fuzz/intake/run.ts')
  return isFound(like, 1, 50, async (from, few) => ({ breaches: await fuzzSeeds(from, few) }))
}

/** `since`: a seed below the first that finds it; those before need not be judged each time. */
const vehicles =
  (like: string, { shape, office, since = 1 }: Where = {}) =>
  async (): Promise<boolean> => {
    const { judgeSeeds } = await import('../../fuzz/planted/run.ts')
    const { officeFile } = await import('../../fuzz/planted/office-file.ts')
    const { plantedFile } = await import('../../fuzz/planted/planted-file.ts')
    const fileOf = (seed: number) => (office ? officeFile(seed, office) : plantedFile(seed, shape))
    return isFound(like, since, 10, (from, few) => judgeSeeds(from, few, undefined, fileOf))
  }
interface Where {
  readonly shape?: Shape
  readonly office?: OfficeKind
  readonly since?: number
}

const furtherMerges = planting<typeof MergedCells>(
  `${SRC}/sheets/workbook/merged-cells.ts`,
  ({ addMerge }) => ({
    addMerge: (merges, merge) => addMerge(merges, { ...merge, bottom: merge.bottom + 1 }),
  }),
)

test.each<[what: string, plant: () => void, ...finds: (() => Promise<boolean>)[]]>([
  [
    'a nickname is trimmed without a word',
    planting<typeof JudgeLabel>(`${INTAKE}/fields/judge-label.ts`, ({ judgeLabel }) => ({
      judgeLabel: (raw, field, draft) => judgeLabel(raw.trim(), field, draft),
    })),
    hostile('nickname changed without a word'),
  ],
  [
    'a cell with a line end goes back without quotes',
    planting<typeof FormatRecords>(`${SRC}/sheets/csv/format-records.ts`, ({ formatRecords }) => ({
      formatRecords: (records, output) => formatRecords(records, { ...output, quote: '~' }),
    })),
    hostile('checked again'),
  ],
  [
    'a document is shown',
    planting<typeof Document>(`${SRC}/fleet/document.ts`, () => ({
      maskDocument: (document) => document,
    })),
    hostile('an issue shows the document'),
  ],
  [
    'rows that two stray quotes have joined pass as one vehicle',
    planting<typeof JoinedRows>(`${INTAKE}/header/joined-rows.ts`, () => ({
      partJoinedRows: (record) => [record],
    })),
    vehicles('lost: ', { since: 500 }),
    vehicles('mixed: ', { since: 1_160 }),
  ],
  [
    'footers are whatever has neither a plate nor a RENAVAM in its own column',
    planting<typeof Footers>(`${INTAKE}/verdicts/footers.ts`, () => ({
      footerOf: (cells, { columns }) => {
        const isPlate = /^[A-Za-z]{3}-?[0-9]/.test(cells[columns.get('plate') ?? -1] ?? '')
        const isRenavam = /[0-9]{6}/.test(cells[columns.get('renavam') ?? -1] ?? '')
        return isPlate || isRenavam ? undefined : 'W-FOOTER'
      },
    })),
    vehicles('lost: '),
  ],
  [
    'the owners of two rows are swapped',
    planting<typeof JudgeDocument>(`${INTAKE}/fields/judge-document.ts`, ({ judgeDocument }) => {
      let last: string | undefined
      return {
        judgeDocument: (raw, options, draft) => {
          const own = judgeDocument(raw, options, draft)
          const other = own === undefined ? undefined : (last ?? own)
          last = own
          return other
        },
      }
    }),
    vehicles('mixed: '),
  ],
  [
    'a cell of two values gives a state that is not its own',
    planting<typeof StateBeside>(`${SRC}/fleet/state-beside.ts`, ({ splitPlate }) => ({
      splitPlate: (cell) => {
        const split = splitPlate(cell)
        return split && { ...split, uf: 'SP' }
      },
    })),
    vehicles('mixed: ', { shape: 'two values in a cell' }),
  ],
  [
    'the second line of a header is taken for a row',
    planting<typeof TwoLineHeader>(`${INTAKE}/header/two-line-header.ts`, () => ({
      joinTwoRows: () => undefined,
    })),
    vehicles('mixed: ', { shape: 'header over two lines' }),
  ],
  // What they fill was empty, so a default for the file, or nothing, was meant.
  [
    'merged cells reach a row further than they do',
    furtherMerges,
    vehicles('mixed: ', { office: 'xlsx', since: 200 }),
    vehicles('mixed: ', { office: 'ods' }),
    vehicles('mixed: ', { office: 'html' }),
  ],
])('it is found where %s', async (_, plant, ...finds) => {
  plant()
  // The modules are loaded anew, so that they meet the planted one.
  vi.resetModules()
  for (const find of finds) expect(await find()).toBe(true)
})
