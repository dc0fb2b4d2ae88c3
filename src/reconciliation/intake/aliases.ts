import { restoreMojibake } from './mojibake.ts'

/** The headers that fleets use for our columns, in Portuguese and English, as data. */

export const FIELDS = ['plate', 'renavam', 'uf', 'ownerDocument', 'nickname', 'costCentre'] as const

export type Field = (typeof FIELDS)[number]

export const REQUIRED_FIELDS = ['plate', 'renavam', 'uf', 'ownerDocument'] as const

export type RequiredField = (typeof REQUIRED_FIELDS)[number]

/** Raised when an alias is added, so that a stored understanding can be told from a newer one. */
export const ALIASES_VERSION = 1

/** Written as `normalizeHeader` leaves them: small letters and digits, words parted by a space. */
const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  plate: [
    'placa',
    'placas',
    'placa do veiculo',
    'placa veiculo',
    'placa atual',
    'nr placa',
    'num placa',
    'plate',
    'license plate',
    'licence plate',
    'plate number',
  ],
  renavam: [
    'renavam',
    'renavan',
    'cod renavam',
    'codigo renavam',
    'codigo do renavam',
    'numero renavam',
    'numero do renavam',
    'num renavam',
    'nr renavam',
    'n renavam',
    'no renavam',
    'renavam number',
    'renavam code',
  ],
  uf: [
    'uf',
    'ufs',
    'estado',
    'estado uf',
    'uf estado',
    'uf licenciamento',
    'uf de licenciamento',
    'uf do licenciamento',
    'estado de licenciamento',
    'estado licenciamento',
    'uf placa',
    'uf da placa',
    'uf veiculo',
    'uf do veiculo',
    'state',
    'licensing state',
  ],
  ownerDocument: [
    'cpf',
    'cnpj',
    'cpf cnpj',
    'cnpj cpf',
    'cpf ou cnpj',
    'cnpj ou cpf',
    'cpf cnpj proprietario',
    'cpf cnpj do proprietario',
    'cnpj cpf do proprietario',
    'cpf proprietario',
    'cpf do proprietario',
    'cnpj proprietario',
    'cnpj do proprietario',
    'proprietario cpf cnpj',
    'proprietario documento',
    'transportador cpf cnpj',
    'documento',
    'documento proprietario',
    'documento do proprietario',
    'doc proprietario',
    'doc do proprietario',
    'owner document',
    'owner tax id',
    'document',
    'tax id',
  ],
  nickname: [
    'apelido',
    'apelido do veiculo',
    'nickname',
    'frota',
    'no frota',
    'n frota',
    'numero',
    'numero frota',
    'numero de frota',
    'numero da frota',
    'prefixo',
    'descricao',
    'fleet number',
    'description',
  ],
  costCentre: [
    'centro de custo',
    'centro de custos',
    'centro custo',
    'cc',
    'c custo',
    'filial',
    'grupo',
    'cost centre',
    'cost center',
    'branch',
  ],
}

const BY_ALIAS: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => ALIASES[field].map((alias) => [alias, field] as const)),
)

/** The columns that a verdict file of ours has appended; they are replaced, never read. */
export const VERDICT_COLUMNS = [
  'frota_status',
  'frota_motivo',
  'frota_coluna',
  'frota_valor',
  'frota_sugestao',
] as const

/** Appended as well where the file belongs to a run against a simulated service. */
export const ORIGIN_COLUMN = 'frota_origem'

/** Without accents, case, punctuation and invisible characters. */
export function normalizeHeader(header: string): string {
  const bare = header.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return bare
    .replace(/\p{Cf}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The field that a header names, if any; a header encoded twice is understood as well. */
export function fieldOfHeader(header: string): Field | undefined {
  const field = BY_ALIAS.get(normalizeHeader(header))
  if (field !== undefined) return field
  const restored = restoreMojibake(header)
  return restored === undefined ? undefined : BY_ALIAS.get(normalizeHeader(restored))
}

/** How many different required fields the cells of a row name. */
export function countRequiredHeaders(cells: readonly string[]): number {
  const found = new Set(cells.map(fieldOfHeader))
  return REQUIRED_FIELDS.filter((field) => found.has(field)).length
}

export function isVerdictColumn(header: string): boolean {
  const name = header.trim().toLowerCase()
  return name === ORIGIN_COLUMN || VERDICT_COLUMNS.some((column) => column === name)
}
