/** Pure. What /health says, and whether a probe may run there: nothing real may be bought. */
import { readModes } from '../contract/health.ts'
import type { ServiceModes } from '../contract/health.ts'
import type { Exchange } from './exchange.ts'
import { fieldsOf, textAt } from './exchange.ts'
import type { Words } from './finding.ts'

export interface ProbedHealth {
  readonly exchange: Exchange
  readonly modes: ServiceModes
  /** The service of this repository: what docs/service.md promises is judged too. */
  readonly isOurs: boolean
}

const OUR_NAME = 'frota-service'

export type Admission =
  | { readonly may: true; readonly health: ProbedHealth }
  | { readonly may: false; readonly why: Words }

export function admit(exchange: Exchange): Admission {
  if (exchange.status === null) {
    const { why } = exchange
    return { may: false, why: { pt: `não responde (${why})`, en: `does not answer (${why})` } }
  }
  const modes = exchange.status === 200 ? readModes(exchange.json) : undefined
  if (modes === undefined) {
    return {
      may: false,
      why: {
        pt: `não diz os seus dois modos em /health (status ${exchange.status})`,
        en: `does not tell its two modes in /health (status ${exchange.status})`,
      },
    }
  }
  if (!isHarmless(modes)) {
    const said = `lookup ${modes.lookup}, payments ${modes.payments}, sandbox ${modes.sandbox}`
    return {
      may: false,
      why: {
        pt: `não está em modo simulado nem em sandbox (${said}): a sondagem compraria de verdade`,
        en: `is neither simulated nor a sandbox (${said}): the probe would buy for real`,
      },
    }
  }
  const isOurs = textAt(exchange.json, 'service') === OUR_NAME
  return { may: true, health: { exchange, modes, isOurs } }
}

function isHarmless({ lookup, payments, sandbox }: ServiceModes): boolean {
  return sandbox === true || (lookup === 'mock' && payments === 'mock')
}

/** The words before `lookup` in the first key; empty when there is none. */
export function healthPrefix({ exchange }: ProbedHealth): string {
  const key = Object.keys(fieldsOf(exchange.json)).find((each) => /lookup/i.test(each)) ?? ''
  return key.replace(/[_-]?lookup.*$/i, '')
}
