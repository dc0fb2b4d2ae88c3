/** `frota status` and `frota quota`: what is left, who used the slots, and a pace forgotten. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openOutput } from '../../src/cli/output.ts'
import { watchStatus } from '../../src/cli/status/watch-status.ts'
import { readConfig } from '../../src/config.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const BUCKET = 'consultations/embutida'
const PER_HOUR = 5
/** Six hours' worth are left over. */
const VEHICLES = 35

const world = await forFile(
  openWorld({ FROTA_LOCALE: 'en', FROTA_CONSULTATIONS_PER_HOUR: String(PER_HOUR) }),
)
const file = join(world.dir, 'fleet.csv')
await writeFile(
  file,
  fleetFile(VEHICLES, (index) => plateOf('SQ', index)),
)
await world.run(['reconcile', file])

describe('status', () => {
  test('says the rate, the time left and what waits for a person', async () => {
    const [row] = await world.query(`
      update frota.effect set state = 'needs-person', reason = 'not found yet'
      where id = (select id from frota.effect where kind = 'consult' and state = 'planned'
        order by rank limit 1)
      returning (select plate from frota.vehicle where id = vehicle_id) as plate`)
    const status = await world.json(['status'])
    expect(status).toMatchObject({ fleet: 'principal', run: { number: 1, state: 'carried-over' } })
    expect(status['rate']).toEqual({
      lastHour: PER_HOUR,
      last3Hours: PER_HOUR,
      last24Hours: PER_HOUR,
    })
    expect(status['timeLeftMs']).toBeGreaterThan(5 * 3_600_000)
    const [lost] = status['forPerson'] as { code: string; shown: object[] }[]
    expect(lost).toMatchObject({ code: 'payment-needs-person', count: 1 })
    expect(lost?.shown).toEqual([expect.objectContaining({ plate: row?.['plate'] })])
    // On a pipe `--watch` looks once.
    const { code, stdout } = await world.run(['status', '--watch'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Rate +5 answers in the last hour · .* · left [56] h/m)
    expect(stdout).toMatch(/^Needs a person: [1-9]/m)
    expect(stdout).toMatch(new RegExp(`^    ${String(row?.['plate'])}  since .*consultation`, 'm'))
    expect(stdout).not.toContain('\u001B')
  })
})

describe('quota', () => {
  test('says who used each slot, for what, in which run', async () => {
    const { buckets } = (await world.json(['quota', '--last', '3'])) as {
      buckets: Record<string, unknown>[]
    }
    const [consultations, orders] = buckets
    expect(consultations).toMatchObject({
      bucket: BUCKET,
      budget: 'consultations',
      credential: 'embutida',
      used: PER_HOUR,
      free: 0,
      paceMs: null,
      foreign: null,
      retryAfter: null,
    })
    expect(consultations?.['uses']).toHaveLength(PER_HOUR)
    const lastUses = consultations?.['lastUses'] as object[]
    expect(lastUses).toHaveLength(3)
    for (const use of lastUses) {
      expect(use).toMatchObject({ kind: 'consult', run: 1, command: 'reconcile' })
      expect(use).toMatchObject({ plate: expect.stringMatching(/^[A-Z]{3}\d[A-Z\d]\d\d$/) })
    }
    expect(orders).toMatchObject({ budget: 'orders', used: 0, lastUses: [], allFreeAt: null })
    const { stdout } = await world.run(['quota', '--last', '1'])
    expect(stdout).toMatch(/^ {2}WHEN +PLATE +FOR +RUN +STATE +FREE AT$/m)
    expect(stdout).toMatch(/ 1 reconcile +answered /)
  })

  test('says why nothing leaves, and forgets a learned pace when it is told to', async () => {
    await world.read(async (query) => {
      await query(`update frota.quota_bucket set pace_ms = 180750, throttles = 2,
        paced_until = frota.ledger_now() + interval '3 minutes',
        not_before = frota.ledger_now() + interval '2 hours' where name = '${BUCKET}'`)
      await query(`update frota.quota_use set state = 'foreign' where id =
        (select id from frota.quota_use where bucket = '${BUCKET}' limit 1)`)
    })
    const before = await world.run(['quota'])
    expect(before.stdout).toMatch(/Nothing leaves before .*Retry-After/)
    expect(before.stdout).toMatch(/1 count as used by somebody else until /)
    expect(before.stdout).toMatch(
      /One slot each 3 min 1 s, the next at .* 2 unexpected 429 answers/,
    )
    const reset = ['quota', '--reset-pace', BUCKET]
    expect(await world.json(reset)).toEqual({ bucket: BUCKET, forgottenPaceMs: 180_750 })
    expect(await world.json(reset)).toEqual({ bucket: BUCKET, forgottenPaceMs: null })
    const after = await world.run(['quota', '--locale', 'pt-BR'])
    expect(after.stdout).toContain('Respostas 429 inesperadas até hoje: 2.')
    expect(after.stdout).not.toContain('ritmo aprendido')
    const [bucket] = await world.query(`select pace_ms, paced_until, throttles
      from frota.quota_bucket where name = '${BUCKET}'`)
    expect(bucket).toEqual({ pace_ms: null, paced_until: null, throttles: 2 })
  })

  test('refuses a bucket that is not there and a number that is none', async () => {
    const unknown = await world.run(['quota', '--reset-pace', 'consultations/nobody'])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain(`Those there are: ${BUCKET}, orders/embutida.`)
    const many = await world.run(['quota', '--last', 'many'])
    expect(many).toMatchObject({ code: 2, stdout: '' })
    expect(many.stderr).toContain('--last many: give a whole number')
  })
})

/** A person's terminal in front of `frota status --watch`. */
function watch(stop: AbortSignal) {
  let drawn = ''
  const looking = new Set<() => void>()
  const write = (text: string): void => {
    drawn += text
    for (const look of looking) look()
  }
  const saw = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      looking.add(() => {
        if (pattern.test(drawn)) resolve()
      })
    })
  const terminal = { isTTY: true, columns: 200, write }
  const ended = watchStatus({
    name: 'status',
    words: [],
    flags: { watch: true },
    config: readConfig({}, { FROTA_DATA_DIR: world.dataDir }),
    output: openOutput(terminal, { json: false, locale: 'en' }),
    stop,
    exitWith: () => {},
  })
  return { ended, saw, drawn: () => drawn }
}

test('a watch draws while a night works, and ends with Ctrl-C or when nobody works', async () => {
  await world.release()
  const night = world.start(['nightly', '--simulated'], { env: { LOG_LEVEL: 'debug' } })
  await night.saw(/effects recovered/)
  const patient = watch(new AbortController().signal)
  await patient.saw(/nightly · running[^]*nightly · running/)
  const stop = new AbortController()
  const hasty = watch(stop.signal)
  await hasty.saw(/nightly · running/)
  stop.abort()
  await hasty.ended
  expect(hasty.drawn()).not.toContain('No command is running')
  // As a closed terminal ends it.
  night.kill('SIGHUP')
  expect((await night.ended).code).toBe(0)
  await patient.ended
  const ending = /nightly · stopped in order[^]*No command is running: nothing changes/
  expect(patient.drawn()).toMatch(ending)
})
