/** Pure. Where the service is; the one place to which key and account may ever go. */
import { Failure } from '../failure.ts'

export interface Base {
  /** Scheme, host and port. */
  readonly origin: string
  /** What stands before every path of the contract; usually nothing. */
  readonly prefix: string
  /** Plain HTTP to another machine: good enough for a simulated service only. */
  readonly isExposed: boolean
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/

/** Throws a Failure that never quotes the address itself, which may carry a password. */
export function parseBase(baseUrl: string): Base {
  const url = URL.parse(baseUrl)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure('configuration', {
      pt: 'FROTA_API_URL não é um endereço: deve ser como https://service.example.',
      en: 'FROTA_API_URL is not an address: it must be like https://service.example.',
    })
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Failure('configuration', {
      pt: 'FROTA_API_URL deve ter só esquema, host e porta, sem senha, consulta ou fragmento.',
      en:
        'FROTA_API_URL must be scheme, host and port only, ' +
        'without a password, query or fragment.',
    })
  }
  const isExposed = url.protocol === 'http:' && !LOOPBACK.test(url.hostname)
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), isExposed }
}

export function exposedFailure(origin: string): Failure {
  return new Failure('configuration', {
    pt:
      `O serviço real em ${origin} receberia a chave da API por HTTP sem cifra. ` +
      'Ponha em FROTA_API_URL o endereço https:// dele.',
    en:
      `The live service at ${origin} would get the API key over plain HTTP. ` +
      'Set FROTA_API_URL to its https:// address.',
  })
}
