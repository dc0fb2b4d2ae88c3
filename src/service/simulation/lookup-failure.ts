/** Why a simulated authority does not answer: always for some vehicles, for a day for others. */
import { ufName, isUf } from '../../fleet/uf.ts'
import type { LookupFailure } from '../debt-lookup.ts'
import { draw } from './draw.ts'
import type { WorldVehicle } from './world-debt.ts'

const LASTING_SHARE = 0.04
const DAILY_SHARE = 0.03

const lasting = {
  vehicle_not_found: {
    title: 'Veículo não encontrado',
    message: 'O Detran de {uf} não encontrou um veículo com esta placa e este Renavam.',
    action: 'Confira a placa, o Renavam e a UF de licenciamento e consulte de novo.',
  },
  owner_mismatch: {
    title: 'Documento divergente',
    message: 'O documento informado não é o do proprietário registrado em {uf}.',
    action: 'Corrija o CPF ou CNPJ do proprietário no cadastro do veículo.',
  },
} as const

const passing = {
  authority_unavailable: {
    title: 'Órgão indisponível',
    message: 'O sistema do Detran de {uf} está fora do ar.',
    action: 'Tente de novo em outro dia; nenhum dado precisa ser corrigido.',
  },
  authority_timeout: {
    title: 'Tempo esgotado',
    message: 'O sistema do Detran de {uf} não respondeu a tempo.',
    action: 'Tente de novo mais tarde; nenhum dado precisa ser corrigido.',
  },
} as const

const uncovered = {
  state_not_covered: {
    title: 'Estado não atendido',
    message: 'As consultas em {uf} não são oferecidas no momento.',
    action: 'Veja a cobertura por estado e consulte quando o estado for atendido.',
  },
} as const

const known: Readonly<Record<string, Omit<LookupFailure, 'code'>>> = {
  ...lasting,
  ...passing,
  ...uncovered,
}

/** A failure of this code, whatever chance says; a code that the world lacks is told in general. */
export function lookupWords(code: string, uf: string): LookupFailure {
  const words = Object.hasOwn(known, code) ? known[code] : undefined
  return told(code, words ?? passing.authority_unavailable, uf)
}

export function lookupFailure(
  seed: number,
  vehicle: WorldVehicle,
  today: string,
): LookupFailure | null {
  const always = draw(seed, vehicle.renavam, vehicle.uf, 'failure')
  if (always.chance(LASTING_SHARE)) {
    const code = always.pick(['vehicle_not_found', 'owner_mismatch'] as const)
    return told(code, lasting[code], vehicle.uf)
  }
  const daily = draw(seed, vehicle.renavam, vehicle.uf, 'failure', today)
  if (!daily.chance(DAILY_SHARE)) return null
  const code = daily.pick(['authority_unavailable', 'authority_timeout'] as const)
  return told(code, passing[code], vehicle.uf)
}

function told(code: string, words: Omit<LookupFailure, 'code'>, uf: string): LookupFailure {
  const name = isUf(uf) ? ufName(uf) : uf
  return { code, ...words, message: words.message.replace('{uf}', name) }
}
