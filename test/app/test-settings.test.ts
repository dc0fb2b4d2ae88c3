/** FROTA_TEST_SCALE and FROTA_START_AT reach no real service; what the second one does to the clock. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { beginTestSettings, refuseTestSettings } from '../../src/app/access/test-settings.ts'
import { startWallClock, wallClock, wallClockOffset } from '../../src/clock.ts'
import { readConfig } from '../../src/config.ts'
import { Failure } from '../../src/failure.ts'

const SETTINGS = [
  ['FROTA_TEST_SCALE', '300'],
  ['FROTA_START_AT', '2028-02-29T12:00:00-03:00'],
] as const
/** Of a busy machine between two lines. */
const CEILING_MS = 60_000
const REAL_TIME = { thenMs: 0, realMs: 0 }

beforeEach(() => startWallClock(REAL_TIME))
afterAll(() => startWallClock(REAL_TIME))

function begin(environment: Readonly<Record<string, string>>): void {
  beginTestSettings(readConfig({}, environment))
}

function refusalOf(work: () => void): Failure | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  return undefined
}

describe.each(SETTINGS)('%s', (name, value) => {
  test.each([
    { FROTA_API_URL: 'https://service.example' },
    { FROTA_API_URL: 'http://127.0.0.1.example:8080' },
    { FROTA_API_URL: 'http://10.0.0.7:8080' },
    { LOOKUP_MODE: 'live', LIVE_API_URL: 'https://service.example' },
    { SERVICE_HOST: '0.0.0.0' },
  ])('is refused at the start with %o', (environment) => {
    const refused = refusalOf(() => begin({ ...environment, [name]: value }))
    expect(refused).toMatchObject({ code: 'configuration', exitCode: 2 })
    expect(refused?.in('en')).toBe(
      `${name} is only for tests against a simulated service on loopback; remove it.`,
    )
    expect(refused?.in('pt-BR')).toContain(
      `${name} só serve para testes contra um serviço simulado`,
    )
    expect(wallClockOffset()).toBe(0)
  })

  test.each([
    {},
    { FROTA_API_URL: 'http://127.0.0.1:8080' },
    { FROTA_API_URL: 'http://localhost:8080', LIVE_API_URL: 'http://[::1]:8081' },
  ])('is taken with %o', (environment) => {
    expect(refusalOf(() => begin({ ...environment, [name]: value }))).toBeUndefined()
  })

  test.each([
    { baseUrl: 'http://127.0.0.1:8080', simulated: true, isRefused: false },
    { baseUrl: 'http://127.0.0.1:8080', simulated: false, isRefused: true },
    // A ledger on a server may name another service than the options do.
    { baseUrl: 'https://service.example', simulated: true, isRefused: true },
  ])('by what the service says: %o', ({ isRefused, ...service }) => {
    const config = readConfig({}, { [name]: value })
    expect(refusalOf(() => refuseTestSettings(config, service)) !== undefined).toBe(isRefused)
    expect(refusalOf(() => refuseTestSettings(readConfig({}, {}), service))).toBeUndefined()
  })
})

describe('the clock', () => {
  const THEN = '2026-12-31T23:59:00-03:00'
  const THEN_MS = Date.UTC(2027, 0, 1, 2, 59)

  test('starts at the instant and goes on from there', () => {
    begin({ FROTA_START_AT: THEN })
    const sinceMs = wallClock.now() - THEN_MS
    expect(sinceMs).toBeGreaterThanOrEqual(0)
    expect(sinceMs).toBeLessThan(CEILING_MS)
  })

  test('is the same for every process that is told what the instant really was', () => {
    begin({ FROTA_START_AT: `${THEN}@2026-11-22T12:00:00Z` })
    expect(wallClockOffset()).toBe(THEN_MS - Date.UTC(2026, 10, 22, 12))
  })

  test('is today without the setting', () => {
    begin({})
    expect(wallClockOffset()).toBe(0)
  })
})

test.each([
  '2026-12-31',
  '2026-12-31T20:00:00',
  '1999-12-31T20:00:00Z',
  '2100-01-01T00:00:00Z',
  '2026-02-29T12:00:00Z',
  '2026-12-31T20:00:00Z@',
  '@2026-12-31T20:00:00Z',
  '2026-12-31T20:00:00Z@now',
  '2026-12-31T20:00:00Z@2026-11-22T12:00:00Z@2026-11-22T12:00:00Z',
])('FROTA_START_AT=%s is refused', (value) => {
  const refused = refusalOf(() => void readConfig({}, { FROTA_START_AT: value }))
  expect(refused?.in('en')).toContain(
    'is not usable: give an instant with its zone, such as 2026-12-31T20:00:00-03:00',
  )
})
