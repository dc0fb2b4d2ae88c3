/** Pure. Reads the answer of /health; throws a Failure for no answer or another service's. */
import { readModes } from '../contract/health.ts'
import type { ServiceHealth } from './client.ts'
import type { Exchange } from './exchange.ts'
import { unanswered, unreachable, wrongService } from './failures.ts'
import { movedFrom, parseJson } from './read-answer.ts'

/** `path`: with what FROTA_API_URL has before the interface's own, which may be at fault. */
export function readHealth(exchange: Exchange, origin: string, path: string): ServiceHealth {
  if (exchange.got === 'nothing-sent') throw unreachable(origin, exchange.why)
  if (exchange.got === 'no-answer') throw unanswered(origin, exchange.why)
  const { status, text, headers } = exchange
  const to = movedFrom(origin, exchange)
  const moved = to === undefined ? ['', ''] : [`, que remete a ${to}`, `, which redirects to ${to}`]
  const said = {
    pt: `status ${status} em ${path}${moved[0]}`,
    en: `status ${status} from ${path}${moved[1]}`,
  }
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
