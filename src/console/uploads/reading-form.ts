/** The form in which a person says how a kept file is to be read: sheet, columns, values for all. */
import { FIELDS, type Field } from '../../reconciliation/intake/header/aliases.ts'
import { html, type Content, type Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { SeenDraft } from './drafts.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { option, postForm, tick } from '../frame/post-form.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { wholeFileFields } from './whole-file-fields.ts'
import { choicesOf, columnField, type ReadingChoices } from './reading-options.ts'

/** Null for a file that no choice makes readable. */
export function readingForm(setting: PageSetting, draft: SeenDraft): Html | null {
  const choices = choicesOf(draft)
  if (choices === undefined) return null
  const { texts } = setting
  const { reading } = texts
  const { defaults, forgetReading: isForgotten = false, ...ticks } = draft.readingOptions
  const hasOwner = defaults.ownerDocument !== undefined
  const fields = html`${sheetField(texts, choices)}
    <fieldset>
      <legend>${reading.columns}</legend>
      <div class="fields">${FIELDS.map((field) => columnSelect(texts, draft, choices, field))}</div>
    </fieldset>
    ${wholeFileFields(texts, { uf: defaults.uf, hasOwner, ...ticks })}
    ${hasRemembered(draft) && tick('forget', reading.forget, isForgotten)}
    <p class="actions"><button class="button">${reading.submit}</button></p>`
  const busy = html`data-busy="${reading.busy}"`
  return postForm(setting, `/uploads/${draft.id}/reading`, {}, fields, busy)
}

/** The first rows of the file with digits masked, to choose columns by. */
export function sampleTable({ reading }: ConsoleTexts, { judged }: SeenDraft): Content {
  if (!('refusal' in judged) || judged.sample === undefined) return null
  const { columns, rows } = judged.sample
  return html`<p class="soft small">${reading.masked}</p>
    ${plainTable(
      [[reading.line, 'n'], ...columns.map((_, at) => fill(reading.column, { n: at + 1 }))],
      rows.map(
        ({ line, cells }) =>
          html`<tr>
            <td class="n">${line}</td>
            ${columns.map((_, at) => html`<td>${cells[at] ?? ''}</td>`)}
          </tr>`,
      ),
      { className: 'sample' },
    )}`
}

function sheetField({ reading }: ConsoleTexts, { container }: ReadingChoices): Content {
  if (container.kind === 'csv' || container.sheets.length < 2) return null
  const { sheet, sheets } = container
  return html`<label
    >${reading.sheet}
    <select name="sheet">
      ${sheets.map((name, at) => option(String(at + 1), name, name === sheet))}
    </select>
    <span class="soft small">${reading.sheetHelp}</span>
  </label>`
}

function columnSelect(
  { fields, reading }: ConsoleTexts,
  draft: SeenDraft,
  { columns }: ReadingChoices,
  field: Field,
): Html {
  const chosen = chosenColumn(draft, columns, field)
  return html`<label
    >${fields[field]}
    <select name="${columnField(field)}">
      <option value="">${reading.byHeader}</option>
      ${columns.map(({ name }, at) => {
        const place = fill(reading.column, { n: at + 1 })
        return option(String(at + 1), name === '' ? place : `${place}: ${name}`, at === chosen)
      })}
    </select>
  </label>`
}

/** The person's choice, else a guess of a field that no header names. */
function chosenColumn(
  { judged, readingOptions }: SeenDraft,
  columns: ReadingChoices['columns'],
  field: Field,
): number | undefined {
  const said = readingOptions.map?.[field]
  if (said !== undefined) return columns.findIndex(({ wanted }) => wanted === said)
  if (!('refusal' in judged)) return undefined
  return new Map<Field, number>(judged.sample?.guessed).get(field)
}

function hasRemembered({ judged, readingOptions }: SeenDraft): boolean {
  if (readingOptions.forgetReading === true) return true
  if ('refusal' in judged) return false
  return judged.understood.warnings.some(({ code }) => code.startsWith('W-MAP'))
}
