/**
 * Recomputes a month's figures from its raw CSV files (machine flavour, English), without any code
 * of src: what an auditor with a spreadsheet would do. Amounts are whole cents.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Row = Readonly<Record<string, string>>

export interface RecomputedMonth {
  readonly opening: bigint
  readonly closing: bigint
  /** By the file's own words. */
  readonly classes: Readonly<Record<string, bigint>>
  /** Balance by debt at the end, of those that owe. */
  readonly balances: ReadonlyMap<string, bigint>
  readonly openings: ReadonlyMap<string, bigint>
  readonly adjusted: bigint
  /** Money by order and by nature. */
  readonly byOrder: ReadonlyMap<string, bigint>
  readonly byNature: Readonly<Record<string, bigint>>
  readonly journal: bigint
  readonly ledger: readonly Row[]
  readonly payments: readonly Row[]
}

export function centsOf(text: string): bigint {
  const parts = /^(-?)(\d+)\.(\d{2})$/.exec(text)
  if (parts === null) throw new Error(`"${text}" is no amount`)
  const cents = BigInt(`${parts[2]}${parts[3]}`)
  return parts[1] === '-' ? -cents : cents
}

/** Rows by header; quoted cells may hold the delimiter, quotes and line ends. */
export async function readCsv(path: string, delimiter = ','): Promise<Row[]> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  const records: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quoted) {
      if (character === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (character === '"') quoted = false
      else cell += character
    } else if (character === '"') quoted = true
    else if (character === delimiter || character === '\n') {
      records.at(-1)?.push(cell)
      cell = ''
      if (character === '\n') records.push([])
    } else if (character !== '\r') cell += character
  }
  const [head = [], ...rows] = records.filter(({ length }) => length > 0)
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

export async function recomputeMonth(folder: string): Promise<RecomputedMonth> {
  const ledger = await readCsv(join(folder, 'ledger.csv'))
  const payments = await readCsv(join(folder, 'payments.csv'))
  const journal = await readCsv(join(folder, 'journal.csv'), ';')
  const openings = new Map<string, bigint>()
  const balances = new Map<string, bigint>()
  const classes: Record<string, bigint> = {}
  let adjusted = 0n
  for (const row of ledger) {
    const debt = row['debt'] ?? ''
    const balance = centsOf(row['balance'] ?? '')
    if (row['class'] === 'opening') openings.set(debt, balance)
    if (row['class'] === 'opening' || row['class'] === 'closing') {
      // The balance that a row states is the one that the rows before it make.
      if ((balances.get(debt) ?? balance) !== balance) throw new Error(`${debt}: torn balance`)
      balances.set(debt, balance)
      continue
    }
    const amount = centsOf(row['amount'] ?? '')
    if ((balances.get(debt) ?? 0n) + amount !== balance) throw new Error(`${debt}: torn balance`)
    balances.set(debt, balance)
    classes[row['class'] ?? ''] = (classes[row['class'] ?? ''] ?? 0n) + amount
    if (row['adjusts'] !== '') adjusted += amount
  }
  const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((a, b) => a + b, 0n)
  const grouped = (column: string): Map<string, bigint> => {
    const groups = new Map<string, bigint>()
    for (const row of payments) {
      const key = row[column] ?? ''
      groups.set(key, (groups.get(key) ?? 0n) + centsOf(row['amount'] ?? ''))
    }
    return groups
  }
  return {
    opening: sum(openings.values()),
    closing: sum(balances.values()),
    classes,
    balances: new Map([...balances].filter(([, cents]) => cents !== 0n)),
    openings,
    adjusted,
    byOrder: grouped('order'),
    byNature: Object.fromEntries(grouped('nature')),
    journal: sum(journal.map((row) => centsOf((row['Valor'] ?? '').replace(',', '.')))),
    ledger,
    payments,
  }
}

/** Sums of a column by the values of another, from the ledger's movements. */
export function sumsBy(rows: readonly Row[], column: string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    if (row['amount'] === '') continue
    const key = row[column] ?? ''
    sums.set(key, (sums.get(key) ?? 0n) + centsOf(row['amount'] ?? ''))
  }
  return sums
}
