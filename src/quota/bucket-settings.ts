/** The two budgets of the interface as settings of their buckets. Pure. */
import { Failure } from '../failure.ts'
import type { BucketSettings } from '../ledger/quota/quota.ts'

const CONSULTATIONS_PER_HOUR_MAX = 20
const ORDERS_PER_HOUR_MAX = 30

const HOUR_MS = 3_600_000
const MARGIN_MS = 5_000
const SEND_MS = 10_000
const ABORT_MS = 60_000
const LINGER_MS = 120_000

/** Even a scaled test needs this long to connect, to send and to be killed. */
const SCALED_MS_MIN = 1_000
const SCALED_MARGIN_MS_MIN = 50

export interface Budget {
  readonly perHour: number
  /** The service itself says that it is simulated. */
  readonly simulated: boolean
  /** Test scale: the share of an hour that a window lasts; only with a simulated service. */
  readonly scale?: number
}

/**
 * The bucket of one credential, by its name: a rotated key keeps it, since the server may too.
 * Throws `Failure('configuration')` for a limit the interface does not give.
 */
export function consultationBucket(of: Budget & { readonly credential: string }): BucketSettings {
  refuseAbove(of, CONSULTATIONS_PER_HOUR_MAX, 'FROTA_CONSULTATIONS_PER_HOUR')
  return settings(`consultations/${of.credential}`, of)
}

/** One bucket for the whole service: the interface does not say per what the limit is counted. */
export function orderBucket(of: Budget & { readonly service: string }): BucketSettings {
  refuseAbove(of, ORDERS_PER_HOUR_MAX, 'FROTA_ORDERS_PER_HOUR')
  return settings(`orders/${of.service}`, of)
}

function refuseAbove(budget: Budget, max: number, option: string): void {
  if (!Number.isInteger(budget.perHour) || budget.perHour < 1) {
    throw new Failure('configuration', {
      pt: `${option} deve ser um número inteiro de no mínimo 1.`,
      en: `${option} must be a whole number of at least 1.`,
    })
  }
  if (budget.perHour > max && !budget.simulated) {
    const { perHour } = budget
    throw new Failure('configuration', {
      pt:
        `${option} é ${perHour}, mas o serviço permite ${max} por hora: use ${max} ou menos. ` +
        'Só um serviço que se diz simulado pode receber mais.',
      en:
        `${option} is ${perHour}, but the service allows ${max} an hour: set it to ${max} ` +
        'or less. Only a service that says it is simulated may be given more.',
    })
  }
  if (budget.scale !== undefined && !budget.simulated) {
    throw new Failure('configuration', {
      pt: 'A escala de teste (FROTA_TEST_SCALE) só serve para um serviço simulado.',
      en: 'Test scale is only for a service that is simulated.',
    })
  }
}

function settings(name: string, budget: Budget): BucketSettings {
  const scale = budget.scale ?? 1
  const scaled = (ms: number, msMin: number): number => Math.max(ms * scale, msMin)
  return {
    name,
    unitsMax: budget.perHour,
    windowMs: HOUR_MS * scale,
    marginMs: scaled(MARGIN_MS, SCALED_MARGIN_MS_MIN),
    sendMs: scaled(SEND_MS, SCALED_MS_MIN),
    abortMs: scaled(ABORT_MS, SCALED_MS_MIN),
    lingerMs: scaled(LINGER_MS, SCALED_MS_MIN),
    simulated: budget.simulated,
  }
}
