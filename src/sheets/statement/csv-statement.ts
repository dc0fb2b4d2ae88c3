/** A statement in CSV: titles, a header, movements with lines of balance between, and a footer. */
import type { CsvRecord } from '../csv/csv-record.ts'
import { splitText } from '../csv/read-records.ts'
import { unwrapRow } from '../text/dialect.ts'
import { sniffText } from '../text/sniff-text.ts'
import { columnHits, findColumns, type StatementColumns } from './csv-columns.ts'
import { readRow, type CsvRow } from './csv-rows.ts'
import { LineGatherer, VALUE_SHOWN_MAX } from './gather-lines.ts'
import type { StatementLimits } from './limits.ts'
import type { Statement, StatementLine, StatementProblem } from './statement.ts'
import { StatementRefused } from './statement.ts'
import { isBalance, readDay, tidyText } from './statement-values.ts'

/** Characters from which the delimiter is told. */
const HEAD_CHARACTERS = 64 * 1024
/** Titles that may stand above the header. */
const TITLE_ROWS_MAX = 30

export function readCsvStatement(text: string, limits: StatementLimits): Statement {
  const head = text.slice(0, HEAD_CHARACTERS)
  const dialect = sniffText(head, head.length === text.length, { headerHits: columnHits })
  if ('ambiguous' in dialect) throw new StatementRefused('S-DELIMITER')
  const records = splitText(text, dialect)
    .slice(dialect.sepLine ? 1 : 0)
    .map((record) => ({ ...record, cells: [...unwrapRow(record, dialect)] }))
  const header = records.slice(0, TITLE_ROWS_MAX + 1).findIndex(({ cells }) => findColumns(cells))
  const columns = findColumns(records[header]?.cells ?? [])
  if (columns === undefined) throw new StatementRefused('S-COLUMNS')
  const gatherer = new LineGatherer(limits)
  const owner = accountIn(records.slice(0, header))
  const { lines, problems } = readRows(columns)
  gatherer.judgeIds(lines)
  const accounts = [{ bankId: '', ...owner, lines }]
  return { accounts, problems: [...gatherer.notes, ...problems] }

  function readRows(columns: StatementColumns) {
    const lines: StatementLine[] = []
    const problems: StatementProblem[] = []
    const names = records[header]?.cells.join('\n')
    /** Rows since the last movement: they may be the titles of another account. */
    let between: CsvRecord[] = []
    const movements: CsvRow[] = []
    for (const record of records.slice(header + 1)) {
      const { cells, line } = record
      if (record.problem !== undefined) throw new StatementRefused('S-ROW', { line })
      if (cells.join('\n') === names && !namesOther(accountIn(between), owner)) {
        between = []
        continue
      }
      if (findColumns(cells) !== undefined) {
        problems.push({ code: 'S-SECOND-TABLE', line })
        break
      }
      const row = readRow(cells, columns, line)
      const day = readDay(row.day)
      between.push(record)
      if (day === undefined && (isFooter(record) || hasOnlyText(row.day, row.cents))) {
        const more = tidyText(row.memos.join(' '))
        // Some banks go on with the text of a movement in a row of its own.
        if (row.day === '' && more !== '' && !isTotal(more)) continueLine(lines, more)
        continue
      }
      between = []
      const read = gatherer.read(row)
      if (read === undefined) continue
      lines.push(read)
      movements.push(row)
    }
    refuseSideless(movements)
    return { lines, problems }
  }

  function refuseSideless(rows: readonly CsvRow[]): void {
    const row = rows.find(({ unknownSide }) => unknownSide !== '')
    if (row === undefined || rows.some(({ isSigned }) => isSigned)) return
    const names = (columns?.get('side') ?? []).map((at) => records[header]?.cells[at] ?? '')
    const value = tidyText(`${names.join(' ')}: ${row.unknownSide}`)
    throw new StatementRefused('S-SIDE', { line: row.line, value: value.slice(0, VALUE_SHOWN_MAX) })
  }

  function continueLine(lines: StatementLine[], more: string): void {
    const last = lines.pop()
    if (last === undefined) return
    const memo = `${last.memo} - ${more}`
    if (memo.length > limits.memoCharactersMax) gatherer.note('S-TEXT-CUT')
    lines.push({ ...last, memo: memo.slice(0, limits.memoCharactersMax) })
  }
}

function hasOnlyText(day: string, cents: bigint | null | undefined): boolean {
  return cents === null || (day === '' && cents === 0n)
}

/** A row of totals, or one of balance without a day. */
function isFooter({ cells }: CsvRecord): boolean {
  const [first = ''] = cells.filter((cell) => cell.trim() !== '')
  return isTotal(first) || isBalance(first)
}

function isTotal(text: string): boolean {
  return /^\s*tota(?:l|is)\b/i.test(text)
}

interface Owner {
  readonly branch: string
  readonly account: string
}

/** Branch and account where a title names them: `Agência: 1234 | Conta: 12345-6`. */
function accountIn(titles: readonly CsvRecord[]): Owner {
  const text = titles.flatMap(({ cells }) => cells).join(' ')
  const found = (name: RegExp): string => name.exec(text.slice(0, HEAD_CHARACTERS))?.[1] ?? ''
  return {
    branch: found(/\bag(?:[eê]ncia|\.)?\s{0,3}:?\s{0,3}([0-9][0-9-]{0,7})/i),
    account: found(/\bconta(?:\s{1,3}corrente)?\s{0,3}:?\s{0,3}([0-9][0-9.-]{0,19}[0-9xX])/i),
  }
}

function namesOther({ branch, account }: Owner, owner: Owner): boolean {
  if (account === '') return false
  return account !== owner.account || (branch !== '' && branch !== owner.branch)
}
