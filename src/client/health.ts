/** Pure. Reads the answer of /health; throws a Failure for no answer or another service's. */
import { readModes } from '../contract/health.ts'
import type { ServiceHealth } from './client.ts'
import type { Exchange } from './exchange.ts'
import { unanswered, unreachable, wrongService } from './failures.ts'
import { parseJson } from './read-answer.ts'

export function readHealth(exchange: Exchange, origin: string): ServiceHealth {
  if (exchange.got === 'nothing-sent') throw unreachable(origin, exchange.why)
  if (exchange.got === 'no-answer') throw unanswered(origin, exchange.why)
  const { status, text, headers } = exchange
  const said = { pt: `status ${status} em /health`, en: `status ${status} from /health` }
  if (status >= 500) throw unanswered(origin, said)
  if (status !== 200) throw wrongService(origin, said)
  const modes = readModes(parseJson(text))
  if (modes === undefined) {
    throw wrongService(origin, {
      pt: '/health não diz os seus dois modos',
      en: '/health does not tell its two modes',
    })
  }
  const { lookup, payments, sandbox } = modes
  const clockMs = Date.parse(headers['date'] ?? '')
  return {
    lookup: modeOf(lookup),
    payments: modeOf(payments),
    sandbox: sandbox ?? 'unknown',
    ...(Number.isNaN(clockMs) ? {} : { clockMs }),
  }
}

function modeOf(word: string): ServiceHealth['lookup'] {
  return word === 'mock' || word === 'live' ? word : 'unknown'
}
