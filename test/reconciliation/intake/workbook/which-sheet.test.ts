/** Which sheet of a workbook is read, and how that is told. */
import { describe, expect, test } from 'vitest'
import { newFleet } from '../../../../src/app/intake/file-difference.ts'
import { judgeDraft } from '../../../../src/console/uploads/judge-draft.ts'
import { freshBudgets } from '../../../../src/app/plan/fresh-budgets.ts'
import { readConfig } from '../../../../src/config.ts'
import { judged, refusal, sourceOf } from '../judge-bytes.ts'
import { sheetData, textRow, VEHICLE, xlsxOf } from '../../../sheets/workbook/make-workbook.ts'

describe('which sheet is read', () => {
  const sheet = sheetData(textRow(2, VEHICLE))
  const names = ['Capa', 'Frota 2026', 'Oculta', 'Plan3']
  const listed = names
    .map(
      (name, at) =>
        `<sheet name="${name}"${at === 0 || at === 2 ? ' state="hidden"' : ''} r:id="rId1"/>`,
    )
    .join('')
  const bytes = xlsxOf({ sheet, workbook: `<sheets>${listed}</sheets>` })

  test.each([
    [undefined, 'Frota 2026'],
    ['Plan3', 'Plan3'],
    [' frota 2026', 'Frota 2026'],
    ['2', 'Plan3'],
    ['Oculta', 'Oculta'],
  ])('%s is %s', async (asked, name) => {
    const { file } = await judged(bytes, asked === undefined ? {} : { sheet: asked })
    expect(file.understood.container).toEqual({
      kind: 'xlsx',
      sheet: name,
      sheets: ['Frota 2026', 'Plan3'],
    })
    const codes = file.understood.warnings.map(({ code }) => code)
    expect(codes).toEqual(asked === undefined ? ['W-SHEETS'] : [])
  })

  test('one that is not there is refused with those that are', async () => {
    const refused = await refusal(bytes, { sheet: 'Veículos' })
    expect(refused).toMatchObject({ code: 'F-SHEET' })
    expect(refused.message.pt).toContain('Frota 2026, Plan3')
  })

  test('a name of any length is shown up to a limit', async () => {
    const workbook = `<sheets><sheet name="${'x'.repeat(60_000)}" r:id="rId1"/></sheets>`
    const { file } = await judged(xlsxOf({ sheet, workbook }))
    expect(file.understood.container).toMatchObject({ sheet: 'x'.repeat(255) })
  })

  const remembered = (name: string) => ({ remembered: { map: {}, sheet: name } })

  test('one that was remembered is used where it is there, and it is said that it was', async () => {
    const { file } = await judged(bytes, remembered('Plan3'))
    expect(file.understood.container).toMatchObject({ sheet: 'Plan3' })
    expect(file.understood.warnings).toEqual([
      { code: 'W-MAP-SHEET', facts: { sheet: 'Plan3', count: 1, others: 'Frota 2026' } },
    ])
  })

  test('no other is read in the place of one that was remembered, unless it is the only one', async () => {
    const refused = await refusal(bytes, remembered('Frota 2025'))
    expect(refused).toMatchObject({ code: 'F-SHEET-GONE' })
    expect(refused.message.en).toContain('no sheet Frota 2025')
    expect(refused.message.en).toContain('Frota 2026, Plan3')
    const said = await judged(bytes, { ...remembered('Frota 2025'), sheet: 'Plan3' })
    expect(said.file.understood.container).toMatchObject({ sheet: 'Plan3' })
    const alone = await judged(xlsxOf({ sheet }), remembered('Frota 2025'))
    expect(alone.file.counts.accepted).toBe(1)
    const draft = {
      source: sourceOf(bytes),
      readingOptions: { defaults: {} },
      ...remembered('Frota 2025'),
      before: newFleet(freshBudgets(readConfig({}, {}))),
    }
    const shown = await judgeDraft(draft, 'en')
    const sheets = ['Frota 2026', 'Plan3']
    expect(shown).toMatchObject({
      refusal: expect.stringMatching(/^The workbook has no sheet Frota 2025, .*Plan3\.$/) as string,
      sample: { container: { sheets } },
    })
  })

  test('an empty one, and one without a header, say which others there are', async () => {
    const workbook = `<sheets>${listed}</sheets>`
    const empty = await refusal(xlsxOf({ sheet: '<sheetData><row r="9"/></sheetData>', workbook }))
    expect(empty).toMatchObject({ code: 'F-SHEET-EMPTY' })
    expect(empty.message.pt).toContain('Frota 2026, Plan3')
    const alone = await refusal(xlsxOf({ sheet: '<sheetData/>' }))
    expect(alone.code).toBe('F-EMPTY')
    const cover = `<sheetData>${textRow(1, ['Relatório da frota'])}</sheetData>`
    const refused = await refusal(xlsxOf({ sheet: cover, workbook }))
    expect(refused.code).toBe('F-HEADER')
    expect(refused.message.en).toContain('the sheets are: Frota 2026, Plan3')
  })
})
