/** One hostile file and the options it is read with, all of it from a seed. */
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { encodeText, type Encoding } from '../../../src/sheets/text/encoding.ts'
import { drawFrom, type Draw } from './draw.ts'
import { mutate } from './mutate.ts'
import { ALL_WORDS, BREAKS, COLUMNS, HEADERS, ODDITIES } from './words.ts'

export interface HostileInput {
  readonly bytes: Uint8Array
  readonly options: JudgeOptions
  /** Bytes that arrive together. */
  readonly pieceSize: number
  /** Whether the file that goes back is checked, too: that costs more than all the rest. */
  readonly again: boolean
}

const RANDOM_BYTES_MAX = 200
const PIECES_MAX = 50
const ROWS_MAX = 4

/** `fixtures`: whole small files to begin with. */
export function hostileInput(seed: number, fixtures: readonly Uint8Array[]): HostileInput {
  const draw = drawFrom(seed)
  const bytes = hostileBytes(draw, fixtures)
  const pieceSize = draw.once(8) ? 1 + draw.whole(7) : 1 << 16
  return { bytes, options: hostileOptions(draw), pieceSize, again: draw.once(4) }
}

function hostileBytes(draw: Draw, fixtures: readonly Uint8Array[]): Uint8Array {
  const kind = draw.whole(20)
  if (kind === 0) return randomBytes(draw)
  if (kind < 3) return Buffer.concat([Buffer.from(`${draw.one(HEADERS)}\n`), randomBytes(draw)])
  if (kind < 6) return encoded(draw, awkwardPieces(draw))
  if (kind < 12) return encoded(draw, nearlyGoodRows(draw))
  return mutate(draw.one(fixtures), draw, fixtures)
}

function randomBytes(draw: Draw): Uint8Array {
  return Uint8Array.from({ length: draw.whole(RANDOM_BYTES_MAX) }, () => draw.whole(256))
}

function awkwardPieces(draw: Draw): string {
  const piece = (): string => draw.one(draw.once(2) ? BREAKS : ALL_WORDS)
  const body = Array.from({ length: draw.whole(PIECES_MAX) }, piece).join('')
  return `${draw.one(HEADERS)}\n${body}`
}

function nearlyGoodRows(draw: Draw): string {
  const cell = (words: readonly string[]): string => {
    const text = (draw.once(6) ? draw.one(ODDITIES) : '') + draw.one(words)
    const whole = draw.once(6) ? text + draw.one(ODDITIES) : text
    return draw.once(10) ? `"${whole.replaceAll('"', '""')}"` : whole
  }
  const row = (): string => {
    const cells = COLUMNS.map(cell)
    if (draw.once(20)) cells.push(draw.one(ALL_WORDS))
    if (draw.once(30)) cells.pop()
    return cells.join(';')
  }
  const rows = Array.from({ length: draw.whole(ROWS_MAX + 1) }, row)
  if (rows.length > 0 && draw.once(4)) rows.push(draw.one(rows))
  const header = draw.one(HEADERS)
  return [...(draw.once(10) ? [] : [header]), ...rows].join(draw.one(['\n', '\r\n', '\r']))
}

const ENCODINGS: readonly Encoding[] = [
  { name: 'utf-8', bom: true },
  { name: 'windows-1252', bom: false },
  { name: 'utf-16le', bom: true },
  { name: 'utf-16be', bom: false },
]

function encoded(draw: Draw, text: string): Uint8Array {
  if (!draw.once(4)) return Buffer.from(text)
  const encoding = draw.one(ENCODINGS)
  return encodeText((encoding.bom ? '\uFEFF' : '') + text, encoding)
}

const PLACES = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4', nickname: '#5' }

const OPTIONS: readonly JudgeOptions[] = [
  {},
  { defaults: { uf: 'SP' } },
  { defaults: { uf: 'SP', ownerDocument: '52998224725' } },
  { strict: true },
  { repairPlates: true },
  { map: PLACES },
  { map: { nickname: 'cor' } },
  { map: { ownerDocument: '#4', uf: '#3' } },
  { map: { plate: 'Placa', renavam: '#0', costCentre: '#99' } },
]

function hostileOptions(draw: Draw): JudgeOptions {
  const options = draw.once(2) ? {} : draw.one(OPTIONS)
  if (!draw.once(12)) return options
  // Limits that small files meet, as giant ones meet the true ones.
  const limits = {
    bytesMax: 100 + draw.whole(900),
    rowsMax: draw.whole(4),
    columnsMax: 2 + draw.whole(10),
    recordCharactersMax: 20 + draw.whole(200),
    cellCharactersMax: 5 + draw.whole(60),
    preambleRowsMax: draw.whole(4),
  }
  return { ...options, limits }
}
