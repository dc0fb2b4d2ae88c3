/** The date of test/support/dates.ts without failures; when it fails, its message names others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/service/simulation/days.ts'
import { lookupFailure } from '../../../src/service/simulation/lookup-failure.ts'
import { DATES } from '../../support/dates.ts'
import { FLEETS } from '../../support/run-frota.ts'

/** Of src/app/service/own-service.ts. */
const SEED = 2026

const lines = readFileSync(join(FLEETS, 'small.csv'), 'utf8').trim().split('\n').slice(1)
const vehicles = lines.map((line) => {
  const [plate = '', renavam = '', uf = ''] = line.split(',')
  return { plate, renavam, uf }
})

test('no vehicle of small.csv fails on the day without failures', () => {
  const [day] = DATES['no-failures'].split('T')
  const days = Array.from({ length: 30 }, (_, later) => addDays(day ?? '', later))
  const quiet = days.filter((each) => vehicles.every((one) => !lookupFailure(SEED, one, each)))
  expect(quiet).toContain(day)
})
