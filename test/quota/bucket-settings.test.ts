/** Which limits a bucket may be given. */
import { expect, test } from 'vitest'
import { consultationBucket, orderBucket } from '../../src/quota/bucket-settings.ts'

const real = { perHour: 20, simulated: false }

test('the buckets hold the limits of the interface, with the measured lease and margin', () => {
  expect(consultationBucket({ ...real, credential: 'principal' })).toEqual({
    name: 'consultations/principal',
    unitsMax: 20,
    windowMs: 3_600_000,
    marginMs: 5_000,
    sendMs: 10_000,
    abortMs: 60_000,
    lingerMs: 120_000,
    simulated: false,
  })
  const orders = orderBucket({ perHour: 30, simulated: false, service: 'api.example.com' })
  expect(orders).toMatchObject({ name: 'orders/api.example.com', unitsMax: 30 })
})

test('a real service is never asked more than it allows; a simulated one may be', () => {
  expect(() => consultationBucket({ ...real, perHour: 21, credential: 'principal' })).toThrow(
    'FROTA_CONSULTATIONS_PER_HOUR is 21',
  )
  expect(() => orderBucket({ ...real, perHour: 31, service: 'live' })).toThrow(
    'FROTA_ORDERS_PER_HOUR is 31',
  )
  expect(consultationBucket({ ...real, perHour: 1, credential: 'principal' }).unitsMax).toBe(1)
  const many = { perHour: 5000, simulated: true }
  expect(consultationBucket({ ...many, credential: 'principal' }).unitsMax).toBe(5000)
})

test.each([0, -1, 1.5, Number.NaN])('%s requests an hour is refused', (perHour) => {
  const budget = { perHour, simulated: true, credential: 'principal' }
  expect(() => consultationBucket(budget)).toThrow('whole number')
})

test('test scale shortens the window, leaves time to connect, and needs a simulated service', () => {
  const scaled = { perHour: 20, scale: 1 / 720, credential: 'principal' }
  expect(consultationBucket({ ...scaled, simulated: true })).toMatchObject({
    windowMs: 5_000,
    sendMs: 1_000,
  })
  expect(() => consultationBucket({ ...scaled, simulated: false })).toThrow('simulated')
})
