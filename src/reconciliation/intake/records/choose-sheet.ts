import { refuse } from '../reasons/explain.ts'
import type { FileWarning, Refused } from '../judged.ts'
import { damaged } from '../../../sheets/workbook/problem.ts'
import type { SheetInBook, Workbook } from '../../../sheets/workbook/sheet-row.ts'

/**
 * Which sheet of a workbook is read: the one asked for or remembered, else the first that shows; of
 * a page's tables the one that names the most columns.
 */

export interface ChosenSheet {
  readonly at: number
  readonly name: string
  /** Names of the visible sheets, in their order. */
  readonly names: readonly string[]
  readonly warnings: readonly FileWarning[]
}

/** Characters of a list of sheets that a message shows. */
const NAMES_CHARACTERS_MAX = 200

/** A sheet's name, or its number among the visible ones, from 1. */
export interface WantedSheet {
  readonly asked: string | undefined
  /** Given for an earlier file; used if this one has it, or has one sheet alone. */
  readonly remembered: string | undefined
}

export function chooseSheet(book: Workbook, wanted: WantedSheet): ChosenSheet | Refused {
  const shown = book.sheets.filter(({ isVisible }) => isVisible)
  const choice = shown.length > 0 ? shown : book.sheets
  const names = choice.map(({ name }) => name)
  const { asked, remembered = '' } = wanted
  const likely = likeliest(choice)
  const known = find(book.sheets, choice, remembered)
  if (asked === undefined && known === undefined && likely.length > 1) {
    return refuse('F-TABLES', { sheets: list(likely.map(({ name }) => name)) })
  }
  if (asked === undefined && remembered !== '' && known === undefined && choice.length > 1) {
    // Any other sheet may hold vehicles too, as those that were sold.
    return refuse('F-SHEET-GONE', { sheet: remembered, sheets: list(names) })
  }
  const byDefault = known ?? likely[0] ?? choice[0]
  if (byDefault === undefined) throw damaged('workbook')
  const sheet = asked === undefined ? byDefault : find(book.sheets, choice, asked)
  if (sheet === undefined) return refuse('F-SHEET', { sheet: asked ?? '', sheets: list(names) })
  const others = names.filter((_, at) => choice[at] !== sheet)
  const facts = { sheet: sheet.name, count: others.length, others: list(others) }
  const code = known === undefined ? 'W-SHEETS' : 'W-MAP-SHEET'
  return {
    at: book.sheets.indexOf(sheet),
    name: sheet.name,
    names,
    warnings: others.length === 0 || asked !== undefined ? [] : [{ code, facts }],
  }
}

/** Two of them may each be a part of the fleet. */
function likeliest(shown: readonly SheetInBook[]): SheetInBook[] {
  const most = Math.max(1, ...shown.map(({ names = 0 }) => names))
  return shown.filter(({ names }) => names === most)
}

function find<Sheet extends { readonly name: string }>(
  all: readonly Sheet[],
  shown: readonly Sheet[],
  wanted: string,
): Sheet | undefined {
  const plain = (name: string): string => name.trim().toLocaleLowerCase('pt-BR')
  return (
    all.find(({ name }) => name === wanted) ??
    all.find(({ name }) => plain(name) === plain(wanted)) ??
    (/^\s*[0-9]{1,4}\s*$/.test(wanted) ? shown[Number(wanted) - 1] : undefined)
  )
}

function list(names: readonly string[]): string {
  const all = names.join(', ')
  return all.length > NAMES_CHARACTERS_MAX ? `${all.slice(0, NAMES_CHARACTERS_MAX)}…` : all
}
