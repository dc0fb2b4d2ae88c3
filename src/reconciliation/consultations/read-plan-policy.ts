/**
 * Pure. Turns the text of a plan's policy file into a policy, or says where it is wrong and how to
 * mend it. Every key may be left out; one that is unknown is refused, lest a typing error be a
 * weight that nobody heeds.
 */
import type { Bilingual } from '../../bilingual.ts'
import { Failure } from '../../failure.ts'
import { jsonOf } from '../../json-text.ts'
import { defaultPlanPolicy } from './plan-policy.ts'
import type { PlanPolicy } from './plan-policy.ts'

/** More than the keys with many codes need. */
const PLAN_FILE_BYTES_MAX = 64 * 1024

const POINTS_MAX = 10_000
const DAYS_MAX = 3_650
const HOURS_MAX = 87_600
const ASKED_MAX = 100
const CODES_MAX = 200

/** Whole numbers with their bounds, texts, or a group of keys: the shape of the file. */
type Shape = readonly [min: number, max: number] | 'codes' | { readonly [key: string]: Shape }

const weight: Shape = [0, POINTS_MAX]
const days: Shape = [0, DAYS_MAX]
const hours: Shape = [0, HOURS_MAX]

const SHAPE = {
  weights: { neverAnswered: weight, dueSoon: weight, openDebts: weight, stale: weight },
  dueSoonDays: [0, 366],
  freshnessDays: { dueSoon: days, openDebts: days, other: days },
  failedRestHours: hours,
  stuckRestHours: hours,
  lastingRestHours: hours,
  lastingErrors: 'codes',
  askedMax: [1, ASKED_MAX],
} as const satisfies Record<keyof PlanPolicy, Shape>

/** `freshnessDays`: FROTA_FRESHNESS, for kinds that the file does not name. Throws a Failure. */
export function readPlanPolicy(text: string, freshnessDays: number): PlanPolicy {
  const json = jsonOf(text, PLAN_FILE_BYTES_MAX)
  if ('cure' in json) throw wrong('', json.cure, json.cause)
  const given = json.value
  check(given, SHAPE, '')
  const defaults = defaultPlanPolicy(freshnessDays)
  // Just checked against the shape of all keys, each of which may be missing.
  const file = given as Partial<PlanPolicy>
  return {
    ...defaults,
    ...file,
    weights: { ...defaults.weights, ...file.weights },
    freshnessDays: { ...defaults.freshnessDays, ...file.freshnessDays },
  }
}

function check(value: unknown, shape: Shape, at: string): void {
  if (shape === 'codes') return checkCodes(value, at)
  if (isBounds(shape)) return checkNumber(value, shape, at)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(at, { pt: 'deve ser um objeto JSON, como {}', en: 'must be a JSON object, as {}' })
  }
  for (const [key, inner] of Object.entries(value)) {
    const place = at === '' ? key : `${at}.${key}`
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (known === undefined) {
      const names = Object.keys(shape).join(', ')
      throw wrong(place, {
        pt: `chave desconhecida; retire-a ou use uma destas: ${names}`,
        en: `unknown key; remove it or use one of these: ${names}`,
      })
    }
    check(inner, known, place)
  }
}

function isBounds(shape: Exclude<Shape, 'codes'>): shape is readonly [number, number] {
  return Array.isArray(shape)
}

function checkNumber(value: unknown, [min, max]: readonly [number, number], at: string): void {
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return
  throw wrong(at, {
    pt: `dê um número inteiro de ${min} a ${max}`,
    en: `give a whole number from ${min} to ${max}`,
  })
}

function checkCodes(value: unknown, at: string): void {
  const isCodes =
    Array.isArray(value) &&
    value.length <= CODES_MAX &&
    value.every((code) => typeof code === 'string' && /^[\w.-]{1,100}$/.test(code))
  if (isCodes) return
  throw wrong(at, {
    pt: `dê uma lista de no máximo ${CODES_MAX} códigos, como ["vehicle_not_found"]`,
    en: `give a list of at most ${CODES_MAX} codes, such as ["vehicle_not_found"]`,
  })
}

function wrong(at: string, words: Bilingual, cause?: unknown): Failure {
  // Names come from the file, so they are cut.
  const place = at.slice(0, 80).replace(/[^\w.-]/g, '?')
  const sentence = {
    pt: `Plano (FROTA_PLAN_FILE): ${place === '' ? 'o arquivo' : place}: ${words.pt}.`,
    en: `Plan (FROTA_PLAN_FILE): ${place === '' ? 'the file' : place}: ${words.en}.`,
  }
  return new Failure('configuration', sentence, cause === undefined ? {} : { cause })
}
