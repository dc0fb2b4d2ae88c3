/** Vehicles for the tests, and the short way to one whose debts are as a test needs them. */
import { expect } from 'vitest'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { DebtItem } from '../../../src/contract/debt-item.ts'
import { renavamCheckDigit } from '../../../src/fleet/renavam.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import { type Account, type Bench, MINUTE_MS } from './open-service.ts'

/** The same vehicle for the same number. */
export function newVehicle(number: number) {
  const stem = String(1_000_000_000 + number * 7_919)
  const letters = [number / 26, number].map((each) =>
    String.fromCharCode(65 + (Math.floor(each) % 26)),
  )
  return {
    plate: `F${letters.join('')}${String(1_000 + (number % 9_000))}`,
    renavam: `${stem}${renavamCheckDigit(stem)}`,
    uf: UFS[number % UFS.length] ?? 'SP',
    owner_document: '52998224725',
  }
}

export async function register(bench: Bench, number: number, as = bench.own): Promise<string> {
  const answer = await bench.send('POST', '/api/v1/vehicles', { as, body: newVehicle(number) })
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}

/** The id of a consultation of the vehicle. */
export async function ask(bench: Bench, id: string, as = bench.own): Promise<string> {
  const opened = await bench.send('POST', `/api/v1/vehicles/${id}/consultations`, { as })
  expect(opened.status).toBe(201)
  return String(opened.body['id'])
}

export async function consult(bench: Bench, id: string, as = bench.own): Promise<Consultation> {
  const asked = await ask(bench, id, as)
  bench.clock.step(MINUTE_MS)
  return await readOut(bench, asked, as)
}

const READS_MAX = 30

/** Reads until the answer is there, a minute at a time. */
export async function readOut(bench: Bench, id: string, as = bench.own): Promise<Consultation> {
  for (let reads = 0; reads < READS_MAX; reads++) {
    const read = await readOnce(bench, id, as)
    if (read.status !== 'pending') return read
    bench.clock.step(MINUTE_MS)
  }
  throw new Error('The consultation stays pending.')
}

export async function readOnce(bench: Bench, id: string, as = bench.own): Promise<Consultation> {
  return asConsultation((await bench.send('GET', `/api/v1/consultations/${id}`, { as })).body)
}

export function asConsultation(body: Record<string, unknown>): Consultation {
  return body as unknown as Consultation
}

const FIRST_TRIED = 2_000
const TRIED_MAX = 200

/** The number that each account tries next: what lies before it was tried and registered. */
const nextOf = new WeakMap<Account, number>()

/** Registers and consults vehicles until the answer of one is as wanted. */
export async function consulted(
  bench: Bench,
  wanted: (items: readonly DebtItem[]) => boolean,
  as: Account = bench.own,
): Promise<{ vehicleId: string; number: number; consultation: Consultation }> {
  for (let tried = 0; tried < TRIED_MAX; tried++) {
    const number = nextOf.get(as) ?? FIRST_TRIED
    nextOf.set(as, number + 1)
    const body = newVehicle(number)
    const created = await bench.send('POST', '/api/v1/vehicles', { as, body })
    if (created.status === 409) continue
    const vehicleId = String(created.body['id'])
    const consultation = await consult(bench, vehicleId, as)
    if (consultation.status === 'ready' && wanted(consultation.items)) {
      return { vehicleId, number, consultation }
    }
  }
  throw new Error('No vehicle of the simulated world is as the test wants it.')
}
