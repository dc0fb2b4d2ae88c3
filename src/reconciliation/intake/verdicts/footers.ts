import { normalizePlate } from '../../../fleet/plate.ts'
import { holdsIdentity } from '../../../fleet/identities-in-text.ts'
import { splitState } from '../../../fleet/state-beside.ts'
import { fieldOfHeader, REQUIRED_FIELDS } from '../header/aliases.ts'
import type { Header } from '../header/header.ts'

/** Totals, legends and what reports print between vehicles, among rows that were rejected. */

const TOTAL =
  /^(?:(?:sub|grand)[ -]?total|totais|totals?|soma|sum|count|qtde?|quantidade|[0-9.]+ ve[ií]culos)(?![a-zà-ú])/i

/** What stands beside `TOTAL GERAL`: how many vehicles there are. */
const COUNT = /^[0-9]{1,3}(?:[.]?[0-9]{3})?$/

/** `Página 2 de 7`, `Emitido em 01/02/2026`, `Relatório de veículos`. */
const PAGE =
  /^(?:p[áa]g(?:ina)?\.?[ :nº]*[0-9]|page[ :]*[0-9]|emitid[oa] |emiss[ãa]o\b|impress[oa] |data d[ae] (?:emiss|impress)|relat[óo]rio |printed |issued )/i
const DATE = /^[0-9]{1,2}\/[0-9]{1,2}\/[0-9]{2,4}(?:[ ,-]+[0-9:h]{4,8})?$/
const RULE = /^[-–—_=*.~+| ]+$/

/** `Filial: Campinas`, `Veículos vendidos`; a label that names a column is no group's. */
const LABEL = /^(\p{L}[\p{L} .º/-]{1,40}):/u
const GROUP =
  /^(?:filial|matriz|grupo|centro de custos?|setor|departamento|secretaria|unidade|garagem|regional|empresa|ve[ií]culos|branch|group|department|cost cent(?:re|er)|division)(?![a-zà-ú])/i

/** All but W-FOOTER, which nothing but its place tells, are skipped between vehicles too. */
export type Footer = 'W-FOOTER' | 'W-SUBTOTAL' | 'W-GROUP' | 'W-PAGE'

/**
 * Undefined if anything tells of a vehicle: a plate, RENAVAM or document in any cell, even a bad
 * one in its own column, or at least half of the required cells filled but with a total's words.
 */
export function footerOf(row: readonly string[], header: Header): Footer | undefined {
  const places = [...header.verdicts.values()]
  const cells = row.map((cell, at) => (places.includes(at) ? '' : cell.trim()))
  const texts = cells.filter((cell) => cell !== '')
  if (texts.every((text) => RULE.test(text)) && texts.some(({ length }) => length > 2))
    return 'W-PAGE'
  const required = new Set(REQUIRED_FIELDS.flatMap((field) => header.columns.get(field) ?? []))
  const filled = [...required].filter((at) => (cells[at] ?? '') !== '')
  const isTotal = filled.some((at) => TOTAL.test(cells[at] ?? ''))
  const others = filled.filter((at) => !TOTAL.test(cells[at] ?? '') && !COUNT.test(cells[at] ?? ''))
  const tellsNone = isTotal && others.length === 0
  if (filled.length * 2 >= required.size && !tellsNone) return undefined
  if (resemblesVehicle(cells, header) || cells.some(holdsIdentity)) return undefined
  if (texts.some((text) => TOTAL.test(text))) return 'W-SUBTOTAL'
  const [first = ''] = texts
  const isKnown = (row[header.verdicts.get('frota_motivo') ?? -1] ?? '').startsWith('W-PAGE')
  const isPage = isKnown || DATE.test(first) || texts.some((text) => PAGE.test(text))
  if (isPage || isTitle(texts, header)) return 'W-PAGE'
  const [, label = ''] = LABEL.exec(first) ?? []
  const isGroup = label === '' ? GROUP.test(first) : fieldOfHeader(label) === undefined
  return isGroup || GROUP.test(label) ? 'W-GROUP' : 'W-FOOTER'
}

/** Whether a title of the report stands here again, but for its numbers. */
function isTitle(texts: readonly string[], { preamble }: Header): boolean {
  const bare = (all: readonly string[]): string => all.join('\n').replace(/[0-9]+/g, '#')
  return preamble.some(({ cells }) => {
    return bare(cells.map((cell) => cell.trim()).filter(Boolean)) === bare(texts)
  })
}

function resemblesVehicle(cells: readonly string[], { columns }: Header): boolean {
  const cell = cells[columns.get('plate') ?? -1] ?? ''
  const plate = normalizePlate(splitState(cell)?.rest ?? cell)
  const isPlate =
    plate.length >= 5 &&
    plate.length <= 9 &&
    plate.replace(/[^0-9]/g, '').length >= 2 &&
    /[A-Z].*[A-Z]/.test(plate)
  const digits = (cells[columns.get('renavam') ?? -1] ?? '').replace(/[^0-9]/g, '').length
  return isPlate || digits >= 6
}
