/** Writes entries as an accounting program reads them, by a layout; the bytes come piece by piece. */
import { Failure } from '../../../failure.ts'
import { formatCents } from '../../../fleet/money.ts'
import { escapeFormula } from '../../../sheets/csv/escape-formula.ts'
import { formatRecords } from '../../../sheets/csv/format-records.ts'
import { byteOfCharacter, encodeWindows1252 } from '../../../sheets/text/windows-1252.ts'
import { firstDay, lastDay } from '../../../fleet/calendar/months.ts'
import type { Accounts } from './accounts-file.ts'
import type { JournalEntry } from './make-entries.ts'
import type { Layout, LayoutField } from './journal-layout.ts'
import { JournalSums } from './journal-sums.ts'

/** Of the whole file, as the accountant's file names them. */
type Owner = Pick<Accounts, 'cnpj' | 'company' | 'user'>

type Values = Readonly<Partial<Record<NonNullable<LayoutField['source']>, string>>>

export class JournalWriter {
  readonly sums: JournalSums
  readonly #layout: Layout
  /** What each record may say. */
  readonly #shared: Values

  /** `month`: YYYY-MM; written as the lot of every entry. */
  constructor(layout: Layout, month: string, { cnpj, company, user }: Owner) {
    this.#layout = layout
    const from = dayIn(firstDay(month), layout.date)
    const to = dayIn(lastDay(month), layout.date)
    this.#shared = { lot: month, cnpj, company, user, from, to }
    this.sums = new JournalSums(layout)
  }

  begin(): Uint8Array {
    const { titles = false, detail, header } = this.#layout
    const cells = titles ? [detail.map(({ title = '' }) => title)] : []
    const first = header === undefined ? [] : [this.#record(header, this.#shared)]
    const mark = this.#layout.encoding === 'utf-8-bom' ? '\uFEFF' : ''
    return this.#encode(mark + this.#lines([...first, ...cells]))
  }

  entries(entries: readonly JournalEntry[]): Uint8Array {
    const { sums } = this
    const records = entries.map((entry) => {
      sums.add({ ...entry, debit: plain(entry.debit), credit: plain(entry.credit) })
      return this.#record(this.#layout.detail, this.#valuesOf(entry, sums.rows))
    })
    return this.#encode(this.#lines(records))
  }

  end(): Uint8Array {
    const { trailer } = this.#layout
    if (trailer === undefined) return new Uint8Array()
    const { rows, cents } = this.sums
    const total = this.#amount(cents)
    return this.#encode(this.#lines([this.#record(trailer, { count: String(rows), total })]))
  }

  #valuesOf(entry: JournalEntry, line: number): Values {
    return {
      ...this.#shared,
      ...entry,
      day: dayIn(entry.day, this.#layout.date),
      amount: this.#amount(entry.cents),
      costCentreDebit: entry.costCentre,
      costCentreCredit: entry.costCentre,
      order: entry.orderId,
      line: String(line),
    }
  }

  #amount(cents: bigint): string {
    const { decimal } = this.#layout
    return formatCents(cents).replace('.', decimal === 'none' ? '' : decimal)
  }

  #record(fields: readonly LayoutField[], values: Values): string[] {
    const isFixed = this.#layout.form === 'fixed'
    return fields.map((field) => {
      const { source, text = '' } = field
      const value = plain(source === undefined ? text : (values[source] ?? ''))
      if (isFixed) return this.#fitted(field, value)
      const isText = source !== undefined && TEXTS.has(source)
      return isText ? escapeFormula(value) : value
    })
  }

  /** Only texts may be cut: an amount or account that does not fit would be another one. */
  #fitted({ source, width, align = 'left', pad = ' ' }: LayoutField, value: string): string {
    if (width === undefined) return value
    if (value.length > width) {
      if (source === undefined || !TEXTS.has(source)) throw tooLong(source ?? '', value, width)
      return value.slice(0, width)
    }
    return align === 'right' ? value.padStart(width, pad) : value.padEnd(width, pad)
  }

  #lines(records: readonly (readonly string[])[]): string {
    const { form, separator = ';', lineEnd } = this.#layout
    const end = lineEnd === 'crlf' ? '\r\n' : '\n'
    if (form === 'fixed') return records.map((cells) => `${cells.join('')}${end}`).join('')
    return formatRecords(records, { delimiter: separator, quote: '"', lineEnd: end })
  }

  #encode(text: string): Uint8Array {
    if (this.#layout.encoding !== 'windows-1252') return Buffer.from(text, 'utf8')
    const strange = Array.from(text).find((character) => byteOfCharacter(character) === undefined)
    if (strange !== undefined) throw unwritable(text, strange, this.#layout.name)
    return encodeWindows1252(text)
  }
}

/** One line, each letter one character, so that a width in characters is one in bytes. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/[\r\n\t]+/g, ' ')
}

const TEXTS: ReadonlySet<string> = new Set(['history', 'costCentreDebit', 'costCentreCredit'])

function dayIn(day: string, form: Layout['date']): string {
  const [year = '', month = '', date = ''] = day.split('-')
  if (form === 'yyyy-mm-dd') return day
  return form === 'ddmmyyyy' ? `${date}${month}${year}` : `${date}/${month}/${year}`
}

function tooLong(source: string, value: string, width: number): Failure {
  return new Failure('configuration', {
    pt: `O diário não cabe no layout: "${value.slice(0, 40)}" (${source}) tem mais de ${width} caracteres; mude a conta ou o layout.`,
    en: `The journal does not fit its layout: "${value.slice(0, 40)}" (${source}) has more than ${width} characters; change the account or the layout.`,
  })
}

function unwritable(text: string, character: string, layout: string): Failure {
  const at = text.indexOf(character)
  const near = text.slice(Math.max(0, at - 30), at + 10).replace(/[\r\n]/g, ' ')
  return new Failure('configuration', {
    pt: `O layout ${layout} é Windows-1252, que não tem "${character}" (perto de "${near}"); corrija o texto ou use um layout em UTF-8.`,
    en: `The layout ${layout} is Windows-1252, which has no "${character}" (near "${near}"); mend the text or use a layout in UTF-8.`,
  })
}
