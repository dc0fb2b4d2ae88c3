/**
 * Plates that trigger a fault without a scenario file: ZZ and a letter, a range that no state uses.
 * In mock mode only. docs/faults.md has the same table; a test compares the two.
 */
import { normalizePlate } from '../../fleet/plate.ts'
import type { Fault } from './fault.ts'
import type { Rule, When } from './scenario.ts'

export const PLATE_RANGE = 'ZZ'

export function isPlateOfRange(plate: string): boolean {
  return normalizePlate(plate).startsWith(PLATE_RANGE)
}

const CREATIONS = ['createVehicle', 'createConsultation', 'createOrder'] as const

/** Each creation for each vehicle fails once and succeeds the second time. */
function onceEach(fault: Fault): Rule[] {
  return CREATIONS.map((operation) => ({ when: { operation, times: 1 }, fault }))
}

function always(fault: Fault, when: Omit<When, 'plate'> = {}): Rule[] {
  return [{ when, fault }]
}

/** No rule for ZZZ: people write it as a placeholder for an unknown plate. */
const byLetter: Readonly<Record<string, readonly Rule[]>> = {
  A: onceEach({ fault: 'refused', status: 429, retryAfterSeconds: 1 }),
  B: onceEach({ fault: 'refused', status: 429 }),
  C: onceEach({ fault: 'refused', status: 500, slot: 'used' }),
  D: onceEach({ fault: 'refused', status: 503 }),
  E: onceEach({ fault: 'error-after-commit', status: 500 }),
  F: onceEach({ fault: 'answer-lost' }),
  G: onceEach({ fault: 'answer-cut' }),
  H: onceEach({ fault: 'answer-late', ms: 2_000 }),
  I: onceEach({ fault: 'answer-garbage' }),
  J: onceEach({ fault: 'processed-late', ms: 60_000 }),
  K: always({ fault: 'consultation-stuck' }),
  L: always({ fault: 'consultation-failed', code: 'vehicle_not_found' }),
  M: always({ fault: 'consultation-failed', code: 'authority_unavailable' }, { times: 1 }),
  N: always({ fault: 'stages-odd' }),
  O: always({ fault: 'debt-twice' }),
  P: always({ fault: 'debt-twice', reworded: true }),
  Q: always({ fault: 'amounts-changed' }, { operation: 'previewCheckout', times: 1 }),
  R: always({ fault: 'amounts-changed' }, { operation: 'createOrder', times: 1 }),
  S: always({ fault: 'total-not-sum' }),
  T: always({ fault: 'list-lag', ms: 5_000 }),
  U: [
    { when: { operation: 'createVehicle', times: 1 }, fault: { fault: 'twin', first: 'theirs' } },
    { when: { operation: 'createConsultation', times: 1 }, fault: { fault: 'twin' } },
    { when: { operation: 'createOrder', times: 1 }, fault: { fault: 'twin' } },
  ],
  V: always({ fault: 'pix-expired' }),
  W: always({ fault: 'pix-never' }),
  X: always({ fault: 'settlement-refused' }),
  Y: always({ fault: 'settlement-stuck' }),
}

export const plateRules: readonly Rule[] = Object.entries(byLetter).flatMap(([letter, rules]) =>
  rules.map(({ when, fault }) => ({ when: { ...when, plate: `${PLATE_RANGE}${letter}` }, fault })),
)
