/**
 * Writes the fleet files of the bench: as many rows as asked for, all vehicles different, one row in
 * ten with a quoted cell, the same bytes each time. About 57 bytes a row.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { renavamCheckDigit } from '../../src/fleet/renavam.ts'

/**
 * `plain`: one owner, and every cell is its value. `owners`: every vehicle has its own CPF.
 * `repaired`: what offices really send, with dots in the CNPJ and hyphens in lower-case plates.
 * `inches`: nine rows in ten have a quote inside a cell, which quotes nothing. `quoted`: the same
 * with every cell in quotes.
 */
export const FILE_KINDS = ['plain', 'owners', 'repaired', 'inches', 'quoted'] as const
export type FileKind = (typeof FILE_KINDS)[number]

const ROWS_PER_PIECE = 2_000
const QUOTED_EVERY = 10
const STATES = ['SP', 'RJ', 'MG', 'PR', 'RS', 'SC', 'BA', 'GO'] as const
/** The interface's own example; nobody's. */
const CNPJ = '11222333000181'
const CNPJ_WRITTEN = '11.222.333/0001-81'

const PLATES = 26 ** 4 * 1_000
/** Odd and prime to the number of plates, so that neighbours in the file are no neighbours. */
const PLATE_STEP = 100_000_007
const RENAVAMS = 8_000_000_000
const RENAVAM_STEP = 4_294_967_291

export async function writeFleetFile(path: string, rows: number, kind: FileKind): Promise<void> {
  const file = createWriteStream(path)
  let text = 'Placa;RENAVAM;UF;CPF/CNPJ;Apelido;Centro de custo\r\n'
  for (let row = 0; row < rows; row++) {
    text += line(row, kind)
    if ((row + 1) % ROWS_PER_PIECE !== 0) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'close')
}

function line(row: number, kind: FileKind): string {
  const state = STATES[row % STATES.length] ?? 'SP'
  const written = plate(row)
  const hasInches = kind === 'inches' || kind === 'quoted'
  const bare = hasInches ? `Baú 3/4" de ${row}` : `Carro ${row}`
  const nickname = row % QUOTED_EVERY === 0 ? `"Caminhão; ${row}"` : bare
  const start =
    kind === 'repaired'
      ? `${written.slice(0, 3).toLowerCase()}-${written.slice(3)};${renavam(row)};${state}`
      : `${written};${renavam(row)};${state}`
  const owner = kind === 'owners' ? cpf(row) : kind === 'repaired' ? CNPJ_WRITTEN : CNPJ
  const text = `${start};${owner};${nickname};CC-${row % 100}`
  return kind === 'quoted' ? `${inQuotes(text)}\r\n` : `${text}\r\n`
}

/** A cell that has its quotes already keeps them. */
function inQuotes(text: string): string {
  return text.replace(/"[^";]*;[^"]*"|[^;]+/g, (cell) => (cell.includes(';') ? cell : `"${cell}"`))
}

function plate(row: number): string {
  let rest = (row * PLATE_STEP) % PLATES
  const take = (radix: number): number => {
    const digit = rest % radix
    rest = Math.floor(rest / radix)
    return digit
  }
  const letter = (): string => String.fromCharCode(65 + take(26))
  const letters = letter() + letter() + letter()
  return `${letters}${take(10)}${letter()}${take(10)}${take(10)}`
}

function renavam(row: number): string {
  const [high, low] = [Math.floor(RENAVAM_STEP / 65_536), RENAVAM_STEP % 65_536]
  // In two halves: the product itself would be over what a number holds exactly.
  const place = (((row * high) % RENAVAMS) * 65_536 + row * low) % RENAVAMS
  const firstTen = String(place + 1_000_000_000).padStart(10, '0')
  return firstTen + renavamCheckDigit(firstTen)
}

function cpf(row: number): string {
  const first = String(100_000_000 + ((row * 7_919) % 800_000_000))
  const one = first + cpfDigit(first)
  return one + cpfDigit(one)
}

function cpfDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    sum += (digits.charCodeAt(at) - 48) * (digits.length + 1 - at)
  }
  return ((sum * 10) % 11) % 10
}
