/** OFX 1 (SGML, values without closing tags) and 2 (XML): docs/decisions/014-ofx.md. */
import { readTags, type HtmlAttributes, type HtmlHandler } from '../workbook/html-tags.ts'
import { LineGatherer } from './gather-lines.ts'
import type { StatementLimits } from './limits.ts'
import type { Statement, StatementAccount, StatementLine } from './statement.ts'
import { StatementRefused } from './statement.ts'
import { readAmount, tidyText } from './statement-values.ts'

/** Elements whose values are read. */
const ACCOUNT = new Set(['STMTRS', 'CCSTMTRS'])
const READ = new Set([...ACCOUNT, 'BANKACCTFROM', 'CCACCTFROM'])
const LINE = 'STMTTRN'
/** More than any value has, so that a hostile one is not gathered. */
const VALUE_CHARACTERS_MAX = 2_000

type Values = Map<string, string>

export function readOfx(text: string, limits: StatementLimits): Statement {
  const start = /<OFX[\s>]/i.exec(text)?.index ?? 0
  // A file that the network cut has lines that nobody sees are missing.
  if (!/<\/OFX\s*>/i.test(text.slice(-TAIL_CHARACTERS))) throw new StatementRefused('S-CUT')
  const reader = new OfxReader(text, start, limits)
  for (const _ of readTags(text.slice(start), reader, true)) continue
  return reader.end()
}

/** Behind the end there may be blanks, or a mark of the system that saved the file. */
const TAIL_CHARACTERS = 1_000

class OfxReader implements HtmlHandler {
  readonly #text: string
  readonly #gatherer: LineGatherer
  readonly #accounts: StatementAccount[] = []
  #account: { readonly values: Values; readonly lines: StatementLine[] } | undefined
  /** The element whose values are met: the last of READ or LINE that is open. */
  #inside = ''
  #line: Values | undefined
  #lineAt = 0
  #name = ''
  #value = ''
  /** Up to this place ends of lines were counted. */
  #counted = 0
  #lineNumber = 1

  constructor(text: string, start: number, limits: StatementLimits) {
    this.#text = text.slice(start)
    this.#gatherer = new LineGatherer(limits)
    this.#lineNumber = text.slice(0, start).split('\n').length
  }

  open = (tag: string, _: HtmlAttributes, at: number): void => {
    const name = tag.toUpperCase()
    this.#keepValue()
    if (ACCOUNT.has(name)) this.#openAccount()
    if (name === LINE) this.#openLine(at)
    if (READ.has(name) || name === LINE) this.#inside = name
    else this.#name = name
  }

  text = (piece: string): void => {
    const room = VALUE_CHARACTERS_MAX - this.#value.length
    if (this.#name !== '' && room > 0) this.#value += piece.slice(0, room)
  }

  close = (tag: string): void => {
    const name = tag.toUpperCase()
    this.#keepValue()
    if (name === LINE) this.#endLine()
    if (ACCOUNT.has(name)) this.#endAccount()
    if (name === this.#inside) this.#inside = this.#line === undefined ? '' : LINE
  }

  end(): Statement {
    if (this.#account !== undefined) throw new StatementRefused('S-CUT')
    if (this.#accounts.length === 0) throw new StatementRefused('S-EMPTY')
    return { accounts: this.#accounts, problems: this.#gatherer.notes }
  }

  /** Keeps the value of the tag before; the first one of a name wins. */
  #keepValue(): void {
    const [name, value] = [this.#name, tidyText(this.#value)]
    this.#name = ''
    this.#value = ''
    if (name === '' || value === '') return
    if (this.#inside === LINE) {
      // A second amount belongs to a line of which the beginning is missing.
      if (name === 'TRNAMT' && this.#line?.has(name)) throw this.#cut()
      if (this.#line?.has(name) === false) this.#line.set(name, value)
    } else if (READ.has(this.#inside) || this.#inside === '') {
      const key = name === 'CURDEF' ? name : `${this.#inside} ${name}`
      if (this.#account?.values.has(key) === false) this.#account.values.set(key, value)
    }
  }

  #openAccount(): void {
    if (this.#account !== undefined) throw new StatementRefused('S-CUT')
    this.#account = { values: new Map(), lines: [] }
  }

  #openLine(at: number): void {
    // A line that is not ended before the next would be lost without a word.
    if (this.#line !== undefined || this.#account === undefined) {
      throw this.#cut(this.#lineOf(at))
    }
    this.#line = new Map()
    this.#lineAt = this.#lineOf(at)
  }

  #endLine(): void {
    const [values, account] = [this.#line, this.#account]
    this.#line = undefined
    // Without its beginning a line would be lost without a word.
    if (values === undefined || account === undefined) throw this.#cut()
    const value = (name: string): string => values.get(name) ?? ''
    const line = this.#gatherer.read({
      id: value('FITID'),
      day: value('DTPOSTED'),
      // Every line must have an amount; one without would be missing in the total.
      cents: readAmount(value('TRNAMT')),
      amount: value('TRNAMT'),
      type: value('TRNTYPE'),
      memos: [value('MEMO'), value('NAME')],
      reference: value('CHECKNUM') || value('REFNUM'),
      line: this.#lineAt,
    })
    if (line !== undefined) account.lines.push(line)
  }

  #endAccount(): void {
    const account = this.#account
    if (account === undefined || this.#line !== undefined) throw new StatementRefused('S-CUT')
    this.#account = undefined
    const { values, lines } = account
    const value = (key: string): string => values.get(key) ?? ''
    const currency = value('CURDEF').toUpperCase()
    if (/^[A-Z]{3}$/.test(currency) && currency !== 'BRL') throw new StatementRefused('S-CURRENCY')
    this.#gatherer.judgeIds(lines)
    this.#accounts.push({
      bankId: value('BANKACCTFROM BANKID'),
      branch: value('BANKACCTFROM BRANCHID'),
      account: value('BANKACCTFROM ACCTID') || value('CCACCTFROM ACCTID').slice(-4),
      lines,
    })
  }

  #cut(line = this.#lineAt): StatementRefused {
    return new StatementRefused('S-CUT', { line })
  }

  #lineOf(at: number): number {
    for (let next = this.#text.indexOf('\n', this.#counted); next !== -1 && next < at;) {
      this.#lineNumber++
      this.#counted = next + 1
      next = this.#text.indexOf('\n', this.#counted)
    }
    return this.#lineNumber
  }
}
