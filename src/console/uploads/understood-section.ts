/** How an upload was read: what it is, which column was taken for what, and its first rows. */
import { inLocale } from '../../bilingual.ts'
import { FIELDS, REQUIRED_FIELDS, type Field } from '../../reconciliation/intake/header/aliases.ts'
import { explainWarning } from '../../reconciliation/intake/reasons/explain.ts'
import type { JudgedVehicle, Understood } from '../../reconciliation/intake/judged.ts'
import { maskDocument } from '../../fleet/document.ts'
import { exact, html, type Content, type Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { SeenDraft } from './drafts.ts'
import type { JudgedDraft } from './judge-draft.ts'
import { withoutCommands } from '../../app/without-commands.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable, term } from '../frame/plain-table.ts'
import { draftWords } from './draft-words.ts'

type JudgedUpload = SeenDraft<JudgedDraft>

export function understoodSection(
  { texts, locale }: PageSetting,
  { readingOptions: { defaults }, judged }: JudgedUpload,
): Html {
  const { verdict, fields } = texts
  const { headerLine, columns, extras, warnings } = judged.understood
  const source = (field: Field): string => {
    const header = columns[field]
    if (header !== undefined && headerLine === 0) return header
    if (header !== undefined) return fill(verdict.column, { name: header })
    const given = field === 'uf' ? defaults.uf : field === 'ownerDocument' && defaults.ownerDocument
    return given ? verdict.wholeFile : verdict.absent
  }
  const optional = (field: Field): boolean =>
    !(REQUIRED_FIELDS as readonly Field[]).includes(field) && columns[field] === undefined
  const shown = FIELDS.filter((field) => !optional(field))
  const said = warnings.map((each) => withoutCommands(inLocale(explainWarning(each), locale)))
  const header =
    headerLine === 0 ? verdict.noHeader : fill(verdict.headerLine, { line: headerLine })
  return html`<section>
    <h2>${verdict.file}</h2>
    <dl>
      ${formRows(texts, judged.understood)} ${term(verdict.header, header)}
      ${extras.length > 0 && term(verdict.extras, extras.join(', '))}
      ${said.length > 0 && term(verdict.warnings, said.join(' '))}
    </dl>
    <h3>${draftWords(locale).firstRows}</h3>
    ${plainTable(
      shown.map((field) => fields[field]),
      [
        html`<tr class="soft">
          ${shown.map((field) => html`<td>${source(field)}</td>`)}
        </tr>`,
        ...judged.first.map(
          (vehicle) =>
            html`<tr>
              ${shown.map((field) => html`<td>${cellOf(vehicle, field)}</td>`)}
            </tr>`,
        ),
      ],
      { className: 'sample' },
    )}
  </section>`
}

function cellOf(vehicle: JudgedVehicle, field: Field): Content {
  if (field === 'ownerDocument') return maskDocument(vehicle.ownerDocument)
  // One RENAVAM in a hundred reads as a CPF, which the page would hide.
  if (field === 'renavam') return exact(vehicle.renavam)
  return vehicle[field] ?? ''
}

function formRows(texts: ConsoleTexts, understood: Understood): Content {
  const { verdict } = texts
  const { container, encoding, delimiter, quote } = understood
  if (container.kind !== 'csv') {
    const { sheet, sheets } = container
    const kind = container.kind.toUpperCase()
    const words = sheets.length > 1 ? verdict.sheetOf : verdict.sheet
    return term(verdict.workbook, fill(words, { kind, sheet, count: sheets.length }))
  }
  return [
    term(
      verdict.encoding,
      `${encodingName(encoding.name)}${encoding.bom ? ` ${verdict.bom}` : ''}`,
    ),
    term(verdict.delimiter, delimiterName(texts, delimiter)),
    quote !== '' && term(verdict.quote, quote),
  ]
}

function encodingName(name: Understood['encoding']['name']): string {
  const names = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16LE', 'utf-16be': 'UTF-16BE' } as const
  return name === 'windows-1252' ? 'Windows-1252' : names[name]
}

function delimiterName({ delimiters }: ConsoleTexts, delimiter: string): string {
  const names = new Map([
    [',', delimiters.comma],
    [';', delimiters.semicolon],
    ['\t', delimiters.tab],
    ['|', delimiters.pipe],
  ])
  return names.get(delimiter) ?? delimiter
}
