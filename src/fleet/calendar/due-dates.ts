/** When a state's taxes and licensing fall due, by year and by the plate's final digit. */
import { SIMULATED, type CalendarKind, type CalendarRow } from './calendar-row.ts'
import { simulatedRows } from './simulated-rows.ts'

export interface CalendarQuestion {
  /** Two capitals. */
  readonly uf: string
  readonly year: number
  readonly kind: CalendarKind
  /** 0 to 9 (`finalDigit` in src/fleet/plate.ts). */
  readonly finalDigit: number
}

export interface DueDates {
  /** YYYY-MM-DD in order: one for each instalment, a single one for the other kinds. */
  readonly dates: readonly string[]
  /** The act or page that the row was read from, or `simulated`. */
  readonly source: string
  /** True where the dates are a pattern of ours: good for ranking, never for saying "due". */
  readonly isSimulated: boolean
}

interface ReadRow {
  readonly source: string
  /** Month and day of each instalment, by final digit. */
  readonly byDigit: readonly (readonly string[])[]
}

type Calendar = (question: CalendarQuestion) => DueDates | null

/** Rows read once; a row for one year goes before the row for every year, in whatever order. */
export function calendarOf(rows: readonly CalendarRow[]): Calendar {
  const read = new Map(rows.map((row) => [key(row.uf, row.year, row.kind), readRow(row)]))
  return ({ uf, year, kind, finalDigit }) => {
    const row = read.get(key(uf, year, kind)) ?? read.get(key(uf, 'every', kind))
    const days = row?.byDigit[finalDigit]
    if (row === undefined || days === undefined) return null
    const dates = days.map((day) => `${String(year).padStart(4, '0')}-${day}`)
    return { dates, source: row.source, isSimulated: row.source === SIMULATED }
  }
}

export const calendarRows: readonly CalendarRow[] = simulatedRows

/**
 * The due dates of one kind of debt, first due first. Null when the state is unknown or has no such
 * kind (some give no instalments). What a consultation answers as due date always wins over this.
 */
export const dueDatesOf: Calendar = calendarOf(calendarRows)

function key(uf: string, year: number | 'every', kind: CalendarKind): string {
  return `${uf} ${year} ${kind}`
}

function readRow(row: CalendarRow): ReadRow {
  const byDigit: string[][] = Array.from({ length: 10 }, () => [])
  for (const line of row.due) {
    for (const [digits = '', day = ''] of line.split(' ').map((group) => group.split(':'))) {
      for (const digit of digits) byDigit[Number(digit)]?.push(day)
    }
  }
  return { source: row.source, byDigit }
}
