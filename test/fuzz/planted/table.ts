/** A table of planted vehicles: columns in any order, under the names that offices use. */
import type { Draw } from '../intake/draw.ts'
import { freeText, plantVehicle, writeOwner, writePlate, writeRenavam } from './vehicles.ts'
import type { PlantedVehicle } from './vehicles.ts'

export type Column = 'plate' | 'renavam' | 'uf' | 'owner' | 'nickname' | 'costCentre' | 'other'

export interface Table {
  columns: readonly Column[]
  header: readonly string[]
  /** Cells as a person sees them, before anything is quoted. */
  rows: string[][]
  readonly vehicles: readonly PlantedVehicle[]
}

export interface Defaults {
  readonly uf?: string
  readonly ownerDocument?: string
}

const HEADERS: Readonly<Record<Column, readonly string[]>> = {
  plate: ['placa', 'Placa*', 'Placa do veículo', 'plate'],
  renavam: ['renavam', 'Código RENAVAM', 'Renavam (11 dígitos)'],
  uf: ['uf', 'Estado', 'UF de licenciamento', 'state'],
  owner: ['cpf_cnpj', 'CPF/CNPJ', 'Documento do proprietário', 'owner_document'],
  nickname: ['apelido', 'Prefixo', 'nickname'],
  costCentre: ['Centro de custo', 'Filial', 'branch'],
  other: ['cor', 'Ano', 'obs', 'Endereço', 'km', ''],
}

const OTHERS = ['azul', '2019', '12.345', 'R$ 1.234,56', '01/02/2026', 'Rua A, 12', '', '-']
const ROWS_MAX = 8

function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const left = [...items]
  return items.map(() => left.splice(draw.whole(left.length), 1)[0] as Item)
}

/** `uf` and `ownerDocument` that the file's defaults give are sometimes no column, or empty cells. */
export function plantTable(draw: Draw, seed: number, defaults: Defaults): Table {
  const optional: Column[] = ['nickname', 'costCentre', 'other', 'other', 'other']
  const given: Column[] = ['plate', 'renavam', 'uf', 'owner']
  const required = given.filter((column) => {
    const isGiven = column === 'uf' ? defaults.uf : column === 'owner' && defaults.ownerDocument
    return isGiven === undefined || isGiven === false || draw.once(2)
  })
  const more = optional.filter(() => draw.once(2))
  const isUsual = draw.once(2)
  const columns = isUsual ? [...required, ...more] : shuffled([...required, ...more], draw)
  const planted = Array.from({ length: 1 + draw.whole(ROWS_MAX) }, () => {
    const isDefault = { uf: defaults.uf !== undefined, owner: defaults.ownerDocument !== undefined }
    const usesUf = isDefault.uf && (!columns.includes('uf') || draw.once(3))
    const usesOwner = isDefault.owner && (!columns.includes('owner') || draw.once(3))
    const own = plantVehicle(draw, usesUf ? defaults.uf : undefined)
    const vehicle = usesOwner ? { ...own, owner: defaults.ownerDocument ?? '' } : own
    const cells: Record<Column, () => string> = {
      plate: () => writePlate(vehicle, draw),
      renavam: () => writeRenavam(vehicle, draw),
      uf: () => (usesUf ? '' : vehicle.uf),
      owner: () => (usesOwner ? '' : writeOwner(vehicle, draw)),
      nickname: () => freeText(draw, seed),
      costCentre: () => `CC-${draw.whole(9)}`,
      other: () => (draw.once(4) ? freeText(draw, seed) : draw.one(OTHERS)),
    }
    return { vehicle, row: columns.map((column) => cells[column]()) }
  })
  return {
    columns,
    header: columns.map((column) => draw.one(HEADERS[column])),
    rows: planted.map(({ row }) => row),
    vehicles: planted.map(({ vehicle }) => vehicle),
  }
}
