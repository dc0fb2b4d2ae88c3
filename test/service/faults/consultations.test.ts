/** Consultations that wait, fail or answer oddly, by plate and by file. */
import { describe, expect, test } from 'vitest'
import { debtFingerprint } from '../../../src/fleet/debt-identity.ts'
import { asConsultation } from '../support/fleet.ts'
import type { LookupQuestion } from '../../../src/service/debt-lookup.ts'
import { openLookupFaults } from '../../../src/service/faults/lookup-faults.ts'
import { plateRules } from '../../../src/service/faults/plate-rules.ts'
import { openTheatre, scenario, scenarioFile } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

const DAY_MS = 86_400_000

const theatre = await forFile(openTheatre())
const byFile = await theatre.under(scenarioFile('consultations.json'))

test('a consultation under QDA is pending for ever, also after a restart', async () => {
  const { consultationId } = await byFile.consulted('QDA')
  theatre.bench.clock.step(300 * DAY_MS)
  // A service without the scenario: the consultation itself remembers its fault.
  const read = await theatre.plain.send('GET', `/api/v1/consultations/${consultationId}`)
  expect(read.body).toMatchObject({ status: 'pending', items: [] })
})

test('a slow one is answered after its time', async () => {
  const { consultationId, consultation } = await byFile.consulted('QDB')
  expect(consultation['status']).toBe('pending')
  theatre.bench.clock.step(3_600_000)
  const read = await byFile.send('GET', `/api/v1/consultations/${consultationId}`)
  expect(read.body['status']).toBe('ready')
})

test.each([
  { prefix: 'ZZL', code: 'vehicle_not_found', again: 'failed' },
  { prefix: 'ZZM', code: 'authority_unavailable', again: 'ready' },
])('$prefix fails with $code, and is $again when asked again', async (each) => {
  const stage = theatre.plain
  const { vehicleId, consultation } = await stage.consulted(each.prefix)
  expect(consultation).toMatchObject({ status: 'failed', stage: 'failed', error_code: each.code })
  for (const field of ['error_title', 'error_message', 'error_action']) {
    expect(consultation[field]).not.toBe('')
  }
  await stage.send('POST', `/api/v1/vehicles/${vehicleId}/consultations`)
  theatre.bench.clock.step(60_000)
  const latest = await stage.send('GET', `/api/v1/vehicles/${vehicleId}/consultations/latest`)
  expect(latest.body['status']).toBe(each.again)
})

test('a consultation under ZZN passes its stages in an odd order', async () => {
  const stage = theatre.plain
  const { id } = await stage.registered('ZZN')
  const opened = await stage.send('POST', `/api/v1/vehicles/${id}/consultations`)
  const stages: unknown[] = []
  for (let at = 0; at < 80 && stages.at(-1) !== 'ready'; at++) {
    const read = await stage.send('GET', `/api/v1/consultations/${String(opened.body['id'])}`)
    if (read.body['stage'] !== stages.at(-1)) stages.push(read.body['stage'])
    theatre.bench.clock.step(50)
  }
  expect(stages.filter((each) => each !== 'queued')[0]).toBe('collecting')
  expect(stages.indexOf('searching')).toBeGreaterThan(stages.indexOf('collecting'))
  expect(stages.at(-1)).toBe('ready')
})

describe('a debt that is told twice', () => {
  const told = async (prefix: string) => {
    const { consultation, plate } = await theatre.plain.consulted(prefix)
    const { items, total_amount } = asConsultation(consultation)
    const keys = items.map(({ description = '', year = null, due_date: dueDate = null, ...item }) =>
      debtFingerprint({ ...item, description, year, renavam: plate, uf: 'SP', dueDate }),
    )
    return { items, keys, total_amount, last: items.at(-1) }
  }

  test('in the same words under two ids', async () => {
    const { items, keys, last } = await told('ZZO')
    expect(keys.filter((key) => key === keys.at(-1)).length).toBeGreaterThan(1)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(last?.is_payable).toBe(true)
  })

  test('in other words, with the same kind, year, day and amount', async () => {
    const { items, keys, last } = await told('ZZP')
    expect(keys.filter((key) => key === keys.at(-1))).toHaveLength(1)
    const same = items.filter(
      (item) =>
        item.kind === last?.kind &&
        item.year === last.year &&
        item.due_date === last.due_date &&
        item.amount === last.amount,
    )
    expect(same.length).toBeGreaterThan(1)
  })
})

test('a plate that a rule names always has something to pay, and no other', () => {
  const { inWorld } = openLookupFaults([], plateRules)
  const clean = { state: 'ready', items: [] } as const
  const failed = { state: 'failed', code: 'x', title: 'x', message: 'x', action: 'x' } as const
  for (const answer of [clean, failed]) {
    const owed = inWorld(questionOf('ZZV1A23'), answer)
    expect(owed).toMatchObject({ state: 'ready', items: [{ isPayable: true, dependsOn: null }] })
    expect(inWorld(questionOf('ABC1D23'), answer)).toBe(answer)
  }
})

function questionOf(plate: string): LookupQuestion {
  const vehicle = { plate, renavam: '00639884962', uf: 'SP', ownerDocument: () => '' }
  return { vehicle, askedAtMs: Date.UTC(2026, 10, 21), settled: [] }
}

test('a state that is not covered fails by that name, and coverage says so', async () => {
  const stage = await theatre.under(scenarioFile('careful-branches.json'))
  const covered = await stage.send('GET', '/api/v1/coverage')
  const rows = covered.body['results'] as { uf: string }[]
  expect(rows).toHaveLength(27)
  expect(rows.find(({ uf }) => uf === 'AC')).toMatchObject({ consultation: false, methods: [] })
  expect(rows.find(({ uf }) => uf === 'RR')).toMatchObject({ consultation: true, payment: false })
  const body = { ...stage.vehicle('FAD'), uf: 'AC' }
  const { body: made } = await stage.send('POST', '/api/v1/vehicles', body)
  theatre.bench.clock.step(5_000)
  const path = `/api/v1/vehicles/${String(made['id'])}/consultations`
  await stage.send('POST', path)
  theatre.bench.clock.step(60_000)
  const latest = await stage.send('GET', `${path}/latest`)
  expect(latest.body).toMatchObject({ status: 'failed', error_code: 'state_not_covered' })
})

test('the fault of one request does not reach another', async () => {
  const rules = [[{ plate: 'FAE', times: 1 }, { fault: 'consultation-stuck' }]] as const
  const stage = await theatre.under(scenario(...rules))
  const one = await stage.registered('FAE')
  const other = await stage.registered('FAF')
  await Promise.all(
    [one, other].map(({ id }) => stage.send('POST', `/api/v1/vehicles/${id}/consultations`)),
  )
  theatre.bench.clock.step(60_000)
  const read = async (id: string) =>
    (await stage.send('GET', `/api/v1/vehicles/${id}`)).body['latest_consultation_status']
  expect(await read(one.id)).toBe('pending')
  expect(await read(other.id)).not.toBe('pending')
})
