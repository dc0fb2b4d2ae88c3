import { bad, good, type Result } from './result.ts'

/** The 27 units of the federation, as abbreviations and as people write them out. */

const NAMES = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
} as const

export type Uf = keyof typeof NAMES

export type UfProblem = 'uf-empty' | 'uf-unknown'

export const UFS: readonly Uf[] = Object.keys(NAMES).filter(isUf)

const BY_NAME: ReadonlyMap<string, Uf> = new Map(UFS.map((uf) => [plain(NAMES[uf]), uf]))

function plain(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  return bare.replace(/[^A-Z]+/g, ' ').trim()
}

/** True for an abbreviation in capitals. */
export function isUf(text: string): text is Uf {
  return Object.hasOwn(NAMES, text)
}

export function ufName(uf: Uf): string {
  return NAMES[uf]
}

/** Reads `SP`, `sp`, `São Paulo`, `SAO PAULO`. */
export function parseUf(text: string): Result<Uf, UfProblem> {
  const name = plain(text)
  if (name === '') return bad('uf-empty')
  if (isUf(name)) return good(name)
  const uf = BY_NAME.get(name)
  return uf === undefined ? bad('uf-unknown') : good(uf)
}
