/** Fleets that share a quota share it fairly in one night, and each gets its run and its reports. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldsOf } from '../../src/fields.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openWorld } from '../support/run-frota.ts'

const FREE = 12
const LARGE = 40
const SMALL = 10
/** One slot an hour, and what the clock goes on between two commands. */
const TURN_MS = 3_600_000 + 120_000

test('a night serves a small fleet beside a large one, slot by slot', async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en', LOG_LEVEL: 'debug' })
  const sheet = async (name: string, vehicles: number, first: number): Promise<string> => {
    const path = join(world.dir, `${name}.csv`)
    await writeFile(
      path,
      fleetFile(vehicles, (index) => plateOf('FF', index), first),
    )
    return path
  }
  // One slot in all, so that both fleets come into the night with nearly everybody waiting.
  const env = { FROTA_CONSULTATIONS_PER_HOUR: '1' }
  await world.run(['reconcile', await sheet('large', LARGE, 0), '--fleet', 'large'], { env })
  await world.run(['reconcile', await sheet('small', SMALL, LARGE), '--fleet', 'small'], { env })
  const said = await world.json(['status', '--fleet', 'small'])
  const planned = await world.json(['plan', '--fleet', 'small'])
  const finishMs = (text: unknown): number => Date.parse(String(text))
  const apartMs =
    finishMs(said['expectedFinish']) - finishMs(fieldsOf(planned['finish'])['roundTheClock'])
  expect(Math.abs(apartMs), 'but for whose turn is first').toBeLessThanOrEqual(TURN_MS)
  await world.release()
  const night = world.start(['nightly', '--simulated'], {
    env: { FROTA_CONSULTATIONS_PER_HOUR: String(FREE + 1) },
  })
  await night.saw(new RegExp(`(?:"route":"createConsultation"[^]*?){${FREE}}`))
  night.kill('SIGTERM')
  const { code, stdout } = await night.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/large · Answers/)
  const served = await world.query(
    `select fleet.name from frota.effect effect
      join frota.fleet on fleet.id = effect.fleet_id
      where effect.kind = 'consult' and effect.sends > 0
      order by effect.intent_at offset 1`,
  )
  const names = served.map(({ name }) => name)
  expect(names).toHaveLength(FREE)
  const small = names.filter((name) => name === 'small').length
  expect(Math.abs(small - FREE / 2)).toBeLessThanOrEqual(2)
  // Four leave at once, so neighbours may change places.
  expect(new Set(names.slice(0, FREE / 4))).toEqual(new Set(['large', 'small']))
  const runs = await world.query(
    `select fleet.name, run.state, run.reports_dir as dir from frota.run
      join frota.fleet on fleet.id = run.fleet_id where run.command = 'nightly' order by 1`,
  )
  expect(runs).toMatchObject([
    { name: 'large', state: 'stopped' },
    { name: 'small', state: 'stopped' },
  ])
  for (const { dir } of runs) expect(existsSync(join(String(dir), 'summary.html'))).toBe(true)
})
