/** How long a run waits for a database server that went away, and what ends it at once. */
import { expect, test } from 'vitest'
import { runAbsence } from '../../src/app/ledger/ledger-absence.ts'
import { Trouble } from '../../src/app/run/run-trouble.ts'
import { databaseFailure } from '../../src/database/database-failure.ts'
import { Failure } from '../../src/failure.ts'
import { manualClock } from '../support/clock.ts'

const failed = (code: string): Error => databaseFailure(Object.assign(new Error('x'), { code }))
const starting = failed('57P03')

test('a server that restarts is waited for as long as agreed, and told once', async () => {
  const said: string[] = []
  const clock = manualClock()
  const output = {
    warn: (text: string) => void said.push(text),
    say: (...words: [string, string]) => words[1],
  }
  const absence = runAbsence(output, { clock, scale: 1, msMax: 60_000 })
  expect(absence.met(failed('57P01'))).toBe(clock.now() + 2_000)
  await clock.advance(60_000)
  absence.met(starting)
  absence.over()
  absence.over()
  expect(said).toEqual([
    'the database does not answer; the run waits for it.',
    'the database answers again; the run goes on.',
  ])
  absence.met(starting)
  await clock.advance(60_001)
  expect(() => absence.met(starting)).toThrow(starting)
})

test.each(['25006', '42501', '53100', 'XX001', '23505'])('%s is not waited for', (code) => {
  const output = { warn: () => undefined, say: (...words: [string, string]) => words[1] }
  const absence = runAbsence(output, { clock: manualClock(), scale: 1, msMax: 60_000 })
  expect(() => absence.met(failed(code))).toThrow(failed(code))
})

test('jobs that miss the database do not end a run; those that miss the service do', () => {
  const trouble = new Trouble(() => undefined)
  const met = (failure: Error): void => {
    if (!(failure instanceof Failure)) throw failure
    for (let times = 0; times < 5; times += 1) trouble.met(failure)
  }
  met(starting)
  expect(trouble.failure).toBeUndefined()
  met(new Failure('service-unreachable', { pt: 'fora', en: 'away' }))
  expect(trouble.failure?.code).toBe('service-unreachable')
})
