/** Pure. Why a request had no usable answer, in both languages; results keep the English. */
import { bothOf, type Bilingual } from '../bilingual.ts'

/** A known `why` of a result, or words in both languages. */
export type Why = string | Bilingual

export const coded: Readonly<Record<string, Bilingual>> = bothOf({
  ECONNREFUSED: ['a conexão foi recusada', 'the connection was refused'],
  ENOTFOUND: ['o nome dele não é conhecido', 'its name is not known'],
  EAI_AGAIN: ['o nome dele não pode ser resolvido agora', 'its name cannot be looked up now'],
  ECONNRESET: ['a conexão foi cortada', 'the connection was reset'],
  EPIPE: ['a conexão foi fechada', 'the connection was closed'],
  ETIMEDOUT: ['a conexão demorou demais', 'the connection timed out'],
  EHOSTUNREACH: ['a máquina dele não é alcançada', 'its host cannot be reached'],
  ENETUNREACH: ['a rede dele não é alcançada', 'its network cannot be reached'],
  UND_ERR_CONNECT_TIMEOUT: ['a conexão não se fez a tempo', 'the connection was not made in time'],
  UND_ERR_HEADERS_TIMEOUT: ['nenhuma resposta começou a tempo', 'no answer began in time'],
  UND_ERR_BODY_TIMEOUT: ['a resposta parou no meio', 'the answer stopped in the middle'],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: [
    'a resposta é maior que o permitido',
    'the answer is larger than allowed',
  ],
  UND_ERR_HEADERS_OVERFLOW: [
    'os cabeçalhos da resposta são maiores que o permitido',
    'the headers of the answer are larger than allowed',
  ],
  UND_ERR_SOCKET: ['o outro lado fechou a conexão', 'the other side closed the connection'],
})

export const own = bothOf({
  unknown: ['erro desconhecido', 'unknown error'],
  tooLong: ['o pedido demorou demais', 'the request took too long'],
  givenUp: ['desistiu-se do pedido', 'the request was given up'],
  lost: ['a conexão se perdeu', 'the connection was lost'],
  tooLate: ['era tarde demais para enviá-lo', 'it was too late to send it'],
  keptBack: ['a chave foi retida', 'the key is kept back'],
  notHttp: ['a resposta não é HTTP', 'the answer is not HTTP'],
  notJson: ['o corpo não é JSON', 'the body is not JSON'],
  notUtf8: ['o corpo não é UTF-8', 'the body is not UTF-8'],
  missing: ['falta o campo', 'missing'],
  noNext: ['ela não diz qual é a próxima página', 'it does not tell its next page'],
  endless: ['ela tem páginas demais', 'it has too many pages'],
  another: ['a resposta é sobre outro', 'the answer is about another'],
  untrusted: [
    'o certificado ou protocolo TLS dele não é confiável',
    'its TLS certificate or protocol is not trusted',
  ],
})

const portuguese = new Map(
  [...Object.values(coded), ...Object.values(own)].map(({ pt, en }) => [en, pt]),
)

/** Around a known reason there may be `status 201, ` before, and ` (CODE)` or `: field` behind. */
const AROUND = /^(status \d{3}, )?(.*?)( \([A-Z0-9_]+\)|: .*)?$/

export function whyInBoth(why: Why): Bilingual {
  if (typeof why !== 'string') return why
  const [, before = '', reason = '', behind = ''] = AROUND.exec(why) ?? []
  const known = portuguese.get(reason)
  // A reason without a translation is a system error code, the same in every language.
  return { pt: known === undefined ? why : `${before}${known}${behind}`, en: why }
}
