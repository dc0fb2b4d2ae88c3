/** What a person reads when the service cannot be worked with: what happened, and the cure. */
import { Failure } from '../failure.ts'
import { bothOf } from '../bilingual.ts'
import { own, whyInBoth, type Why } from './why-words.ts'

export function unreachable(origin: string, why: Why): Failure {
  const { pt, en } = whyInBoth(why)
  const away = NEEDS_PROXY.test(en) ? cures.noProxy : cures.check
  const cure = en.startsWith(own.untrusted.en) ? cures.authority : away
  return new Failure('service-unreachable', {
    pt: `O serviço em ${origin} não pode ser alcançado: ${pt}. ${cure.pt}`,
    en: `The service at ${origin} cannot be reached: ${en}. ${cure.en}`,
  })
}

export function unanswered(origin: string, why: Why): Failure {
  const { pt, en } = whyInBoth(why)
  const cure = origin.startsWith('http:') && NEEDS_TLS.test(en) ? cures.tls : cures.later
  return new Failure('service-unreachable', {
    pt: `O serviço em ${origin} não responde: ${pt}. ${cure.pt}`,
    en: `The service at ${origin} does not answer: ${en}. ${cure.en}`,
  })
}

const cures = bothOf({
  check: [
    'Confira FROTA_API_URL e a rede, e tente de novo.',
    'Check FROTA_API_URL and the network, and try again.',
  ],
  noProxy: [
    'Confira FROTA_API_URL e a rede (nenhum HTTPS_PROXY é usado), e tente de novo.',
    'Check FROTA_API_URL and the network (no HTTPS_PROXY is used), and try again.',
  ],
  authority: [
    'Se a rede tem a própria autoridade certificadora, dê o arquivo dela em ' +
      'NODE_EXTRA_CA_CERTS; senão confira FROTA_API_URL.',
    'If the network has its own certificate authority, name its file in ' +
      'NODE_EXTRA_CA_CERTS; else check FROTA_API_URL.',
  ],
  tls: [
    'Se ele fala TLS, FROTA_API_URL deve começar com https://; senão tente mais tarde.',
    'If it speaks TLS, FROTA_API_URL must begin with https://; else try again later.',
  ],
  later: ['Tente de novo mais tarde.', 'Try again later.'],
})

/** Reasons (why-words.ts) of a network that only a proxy leaves. */
const NEEDS_PROXY = /^(the connection was not made in time|its (name|host|network) )/
/** Reasons that a TLS port gives to plain HTTP. */
const NEEDS_TLS = /^(the other side closed|the connection was reset|the answer is not HTTP)/

export function wrongKey(origin: string): Failure {
  return new Failure('wrong-key', {
    pt: `O serviço em ${origin} recusa a chave da API: ela é inválida ou foi revogada. Ponha uma chave deste serviço em FROTA_API_KEY_FILE ou, sem ele, em FROTA_API_KEY.`,
    en: `The service at ${origin} refuses the API key: it is invalid or revoked. Set FROTA_API_KEY_FILE or, without it, FROTA_API_KEY to a key of this service.`,
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

/** `unfit`: the field and its value (unfit-field.ts), which the interface may leave open. */
export function answerUnfit(
  origin: string,
  operation: string,
  unfit: string,
  code: 'answer-unfit' | 'layout-unfit' = 'answer-unfit',
): Failure {
  const { pt, en } = whyInBoth(unfit)
  const undone = operation === 'listOrders' && code === 'layout-unfit' ? NOT_ORDERED : NONE
  const sentence = {
    pt:
      `O serviço em ${origin} respondeu ${operation} numa forma que frota não lê: ${pt}. ` +
      `${undone.pt}Mostre isto a quem opera o serviço.`,
    en:
      `The service at ${origin} answered ${operation} in a form that frota cannot read: ${en}. ` +
      `${undone.en}Show this to whoever operates the service.`,
  }
  return new Failure(code, sentence, { cause: `${operation}: ${unfit}` })
}

const NONE = { pt: '', en: '' }
const NOT_ORDERED = {
  pt: 'Enquanto for assim, nada é pedido. ',
  en: 'Nothing is ordered while this is so. ',
}

export function serviceRefused(origin: string, operation: string, said: Why): Failure {
  const { pt, en } = whyInBoth(said)
  return new Failure('service-refused', {
    pt: `O serviço em ${origin} não fez ${operation}: ${pt}. Tente de novo mais tarde.`,
    en: `The service at ${origin} did not do ${operation}: ${en}. Try again later.`,
  })
}

/** The key is sent nowhere but to `origin`, so a person must name the new address. */
export function serviceMoved(origin: string, to: string): Failure {
  return new Failure('service-refused', {
    pt: `O serviço em ${origin} remete a ${to}. Se ele mudou, ponha em FROTA_API_URL o endereço novo.`,
    en: `The service at ${origin} redirects to ${to}. If it moved, set FROTA_API_URL to its address.`,
  })
}
