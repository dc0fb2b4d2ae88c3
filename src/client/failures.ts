/** What a person reads when the service cannot be worked with: what happened, and the cure. */
import { Failure } from '../failure.ts'
import { whyInBoth, type Why } from './why-words.ts'

export function unreachable(origin: string, why: Why): Failure {
  const { pt, en } = whyInBoth(why)
  return new Failure('service-unreachable', {
    pt:
      `O serviço em ${origin} não pode ser alcançado: ${pt}. ` +
      'Confira FROTA_API_URL e a rede, e tente de novo.',
    en:
      `The service at ${origin} cannot be reached: ${en}. ` +
      'Check FROTA_API_URL and the network, and try again.',
  })
}

export function unanswered(origin: string, why: Why): Failure {
  const { pt, en } = whyInBoth(why)
  return new Failure('service-unreachable', {
    pt: `O serviço em ${origin} não responde: ${pt}. Tente de novo mais tarde.`,
    en: `The service at ${origin} does not answer: ${en}. Try again later.`,
  })
}

export function wrongKey(origin: string): Failure {
  return new Failure('wrong-key', {
    pt:
      `O serviço em ${origin} recusa a chave da API: ela é inválida ou foi revogada. ` +
      'Ponha em FROTA_API_KEY ou FROTA_API_KEY_FILE uma chave deste serviço.',
    en:
      `The service at ${origin} refuses the API key: it is invalid or revoked. ` +
      'Set FROTA_API_KEY or FROTA_API_KEY_FILE to a key of this service.',
  })
}

/** `detail`: the service's own words, as they are. */
export function wrongAccount(origin: string, detail: string): Failure {
  const said = detail === '' ? '' : ` (${detail})`
  return new Failure('wrong-account', {
    pt:
      `O serviço em ${origin} recusa a conta${said}. ` +
      'Ponha em FROTA_ACCOUNT_ID uma conta ativa da marca da chave.',
    en:
      `The service at ${origin} refuses the account${said}. ` +
      'Set FROTA_ACCOUNT_ID to an active account of the key’s brand.',
  })
}

export function wrongService(origin: string, what: Why): Failure {
  const { pt, en } = whyInBoth(what)
  return new Failure('wrong-service', {
    pt:
      `O que responde em ${origin} não é um serviço de débitos veiculares ` +
      `(Vehicle Debt Integration Service): ${pt}. Confira FROTA_API_URL.`,
    en:
      `What answers at ${origin} is not a Vehicle Debt Integration Service: ${en}. ` +
      'Check FROTA_API_URL.',
  })
}

/** `unfit`: of an answer about one vehicle or order (unfit-field.ts). */
export function answerUnfit(origin: string, operation: string, unfit: string): Failure {
  const { pt, en } = whyInBoth(unfit)
  const sentence = {
    pt:
      `O serviço em ${origin} respondeu ${operation} de um modo que a interface não tem: ${pt}. ` +
      'Mostre isto a quem opera o serviço.',
    en:
      `The service at ${origin} answered ${operation} in a form that the interface does not ` +
      `have: ${en}. Show this to whoever operates the service.`,
  }
  return new Failure('answer-unfit', sentence, { cause: unfit })
}

export function serviceRefused(origin: string, operation: string, said: Why): Failure {
  const { pt, en } = whyInBoth(said)
  return new Failure('service-refused', {
    pt: `O serviço em ${origin} não fez ${operation}: ${pt}. Tente de novo mais tarde.`,
    en: `The service at ${origin} did not do ${operation}: ${en}. Try again later.`,
  })
}
