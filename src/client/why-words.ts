/** Pure. Why a request had no usable answer, in both languages; results keep the English. */
import type { Bilingual } from '../bilingual.ts'
import { errors } from 'undici'

/** A known `why` of a result, or words in both languages. */
export type Why = string | Bilingual

export const typed: readonly (readonly [new (...args: never[]) => Error, Bilingual])[] = [
  [
    errors.ConnectTimeoutError,
    { pt: 'a conexão não se fez a tempo', en: 'the connection was not made in time' },
  ],
  [
    errors.HeadersTimeoutError,
    { pt: 'nenhuma resposta começou a tempo', en: 'no answer began in time' },
  ],
  [
    errors.BodyTimeoutError,
    { pt: 'a resposta parou no meio', en: 'the answer stopped in the middle' },
  ],
  [
    errors.ResponseExceededMaxSizeError,
    { pt: 'a resposta é maior que o permitido', en: 'the answer is larger than allowed' },
  ],
  [
    errors.HeadersOverflowError,
    {
      pt: 'os cabeçalhos da resposta são maiores que o permitido',
      en: 'the headers of the answer are larger than allowed',
    },
  ],
  [errors.HTTPParserError, { pt: 'a resposta não é HTTP', en: 'the answer is not HTTP' }],
]

export const coded: Readonly<Record<string, Bilingual>> = {
  ECONNREFUSED: { pt: 'a conexão foi recusada', en: 'the connection was refused' },
  ENOTFOUND: { pt: 'o nome dele não é conhecido', en: 'its name is not known' },
  EAI_AGAIN: {
    pt: 'o nome dele não pode ser resolvido agora',
    en: 'its name cannot be looked up now',
  },
  ECONNRESET: { pt: 'a conexão foi cortada', en: 'the connection was reset' },
  EPIPE: { pt: 'a conexão foi fechada', en: 'the connection was closed' },
  ETIMEDOUT: { pt: 'a conexão demorou demais', en: 'the connection timed out' },
  EHOSTUNREACH: { pt: 'a máquina dele não é alcançada', en: 'its host cannot be reached' },
  ENETUNREACH: { pt: 'a rede dele não é alcançada', en: 'its network cannot be reached' },
  UND_ERR_SOCKET: {
    pt: 'o outro lado fechou a conexão',
    en: 'the other side closed the connection',
  },
}

export const own = {
  unknown: { pt: 'erro desconhecido', en: 'unknown error' },
  tooLong: { pt: 'o pedido demorou demais', en: 'the request took too long' },
  givenUp: { pt: 'desistiu-se do pedido', en: 'the request was given up' },
  lost: { pt: 'a conexão se perdeu', en: 'the connection was lost' },
  tooLate: { pt: 'era tarde demais para enviá-lo', en: 'it was too late to send it' },
  keptBack: { pt: 'a chave foi retida', en: 'the key is kept back' },
  notJson: { pt: 'mas o corpo não é JSON', en: 'but the body is not JSON' },
  lacking: {
    pt: 'mas falta ao corpo o que a interface promete',
    en: 'but the body lacks what the interface promises',
  },
  untrusted: {
    pt: 'o certificado ou protocolo TLS dele não é confiável',
    en: 'its TLS certificate or protocol is not trusted',
  },
} as const satisfies Record<string, Bilingual>

const portuguese = new Map(
  [...typed.map(([, words]) => words), ...Object.values(coded), ...Object.values(own)].map(
    ({ pt, en }) => [en, pt],
  ),
)

/** Around a known reason there may be `status 201, ` before and ` (CODE)` behind. */
const AROUND = /^(status \d{3}, )?(.*?)( \([A-Z0-9_]+\))?$/

export function whyInBoth(why: Why): Bilingual {
  if (typeof why !== 'string') return why
  const [, before = '', reason = '', behind = ''] = AROUND.exec(why) ?? []
  const known = portuguese.get(reason)
  // A reason without a translation is a system error code, the same in every language.
  return { pt: known === undefined ? why : `${before}${known}${behind}`, en: why }
}
