/** Rejected rows as a form, and what was edited of them so far. */
import { exact, html, type Content, type Html } from '../../html.ts'
import { explainIssue } from '../../reconciliation/intake/reasons/explain.ts'
import type { EditedRow, RowIssue } from '../../reconciliation/intake/judged.ts'
import {
  beginOf,
  cellField,
  leaveOutField,
  wasField,
} from '../../reconciliation/intake/verdicts/rows-to-edit.ts'
import type { CellToEdit, RowToEdit } from '../../reconciliation/intake/verdicts/rows-to-edit.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { pageWords } from '../frame/page-words.ts'
import type { PageSetting } from '../frame/page.ts'
import { postForm, tick } from '../frame/post-form.ts'
import { plainTable } from '../frame/plain-table.ts'
import { draftWords } from './draft-words.ts'
import type { SeenDraft } from './drafts.ts'
import type { JudgedDraft } from './judge-draft.ts'

/** Characters of one value that a person types. */
export const CELL_CHARACTERS_MAX = 200
/** Edited rows that the page lists, each with a button; all are kept. */
const EDITED_SHOWN_MAX = 50

export function rowsToEdit(setting: PageSetting, draft: SeenDraft<JudgedDraft>): Content {
  const { toEdit, counts } = draft.judged
  if (toEdit.length === 0) return null
  const words = draftWords(setting.locale)
  const more = fill(words.rowsMore, { n: counts.rejected, shown: toEdit.length })
  const fields = html`${toEdit.map((row) => rowFields(setting, row))}
    <p class="actions"><button class="button">${words.check}</button></p>`
  const inPlace = html`data-inplace data-lost="${words.lost}"`
  return html`<section id="rows">
    <h2>${words.rows}</h2>
    <p class="lead">${words.rowsLead}</p>
    <noscript><p class="warning-box">${words.rowsPlain}</p></noscript>
    ${counts.rejected > toEdit.length && html`<p class="soft">${more}</p>`}
    ${postForm(setting, `/uploads/${draft.id}/rows`, {}, fields, inPlace)}
  </section>`
}

function rowFields(setting: PageSetting, row: RowToEdit): Html {
  const words = draftWords(setting.locale)
  const { line, plate, issues, cells } = row
  const isShown = (issue: RowIssue): boolean => cells.some(({ column }) => column === issue.column)
  const others = issues.filter((issue) => !isShown(issue))
  return html`<fieldset data-row>
    <legend>${fill(words.row, { line })}${plate !== '' && ` · ${plate}`}</legend>
    ${others.map((issue) => html`<p>${reasonOf(setting, issue)}</p>`)}
    <div class="fields">${cells.map((cell) => cellInput(setting, row, cell))}</div>
    ${tick(leaveOutField(row), words.leaveOut)}
  </fieldset>`
}

function cellInput(setting: PageSetting, row: RowToEdit, cell: CellToEdit): Html {
  const words = draftWords(setting.locale)
  const { column, shown, isWhole } = cell
  const hidden = !isWhole && shown !== '' ? fill(words.hidden, { shown }) : ''
  const reasons = row.issues.filter((issue) => issue.column === column)
  const said = [...reasons.map((issue) => reasonOf(setting, issue)), hidden].filter(Boolean)
  const invalid = reasons.length > 0 && html`aria-invalid="true"`
  const begin = exact(beginOf(cell))
  return html`<input type="hidden" name="${wasField(row, cell)}" value="${begin}" /><label
      >${column}
      <input
        name="${cellField(row, cell)}"
        value="${begin}"
        maxlength="${CELL_CHARACTERS_MAX}"
        autocomplete="off"
        spellcheck="false"
        ${invalid}
      />
      ${said.map((text) => html`<span class="small">${text}</span>`)}
    </label>`
}

export function reasonOf({ locale, texts }: PageSetting, issue: RowIssue): string {
  const { suggestion = '' } = issue
  const reason = explainIssue(issue, locale)
  if (suggestion === '' || reason.includes(suggestion)) return reason
  return `${reason} ${fill(texts.verdict.suggestion, { value: suggestion })}`
}

export function editedRows(setting: PageSetting, draft: SeenDraft<JudgedDraft>): Content {
  const { edited = [] } = draft.judged.understood
  if (edited.length === 0) return null
  const { texts } = setting
  const words = draftWords(setting.locale)
  const headings = [texts.reading.line, words.was, words.is, [words.by, 'wide'], ''] as const
  const rows = edited.slice(0, EDITED_SHOWN_MAX).map((row) => editedRow(setting, draft, row))
  return html`<section>
    <h2>${words.edited}</h2>
    <p class="soft">${words.editedNote}</p>
    ${plainTable(headings, rows, { className: 'issues' })}
  </section>`
}

function editedRow(setting: PageSetting, { id }: SeenDraft, row: EditedRow): Html {
  const words = draftWords(setting.locale)
  const list = (of: 'before' | 'after'): string =>
    row.cells.map((cell) => `${cell.column}: ${cell[of] || '—'}`).join(' · ')
  const people = [...new Set(row.cells.map(({ by = row.by }) => by))].join(', ') || row.by
  const undo = html`<button class="button quiet">${words.undo}</button>`
  return html`<tr>
    <td>${row.line}</td>
    <td>${list('before')}</td>
    <td>${row.leftOut ? words.leftOut : list('after')}</td>
    <td class="wide">${pageWords(people, setting.locale)}</td>
    <td class="buttons">
      ${postForm(setting, `/uploads/${id}/rows`, { undo: String(row.line) }, undo)}
    </td>
  </tr>`
}
