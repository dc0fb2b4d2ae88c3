/** How a night ends: at its time, with what it says by its exit code. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runOnce } from '../../src/app/run/run-once.ts'
import { openOutput } from '../../src/cli/output.ts'
import { readConfig } from '../../src/config.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openWorld } from '../support/run-frota.ts'

const CARRIED_OVER = 10
/** Of the larger fleet more than two hours' quota. */
const QUOTA = { FROTA_CONSULTATIONS_PER_HOUR: '4' }
const [SMALL, LARGE] = [3, 9]
const simulated = ['nightly', '--simulated', '--json', '--exit-code']
const world = await openWorld({ FROTA_LOCALE: 'en', ...QUOTA })
afterAll(() => world[Symbol.asyncDispose]())

async function sheet(letters: string, vehicles: number): Promise<string> {
  const path = join(world.dir, `${letters}.csv`)
  await writeFile(
    path,
    fleetFile(vehicles, (index) => plateOf(letters, index)),
  )
  return path
}

test('with nothing imported it has nothing to do', async () => {
  expect(await world.run([...simulated, '--for', '1m'])).toMatchObject({ code: 0, stderr: '' })
})

test('when everything is done it ends before its time, with 0', async () => {
  await world.run(['reconcile', await sheet('SM', SMALL)])
  const { code, stdout } = await world.run([...simulated, '--for', '6h'])
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, state: 'done', carriedOver: 0 })
})

test('at its time it ends in order; --exit-code says 10 for what carries over', async () => {
  await world.run(['reconcile', await sheet('NG', LARGE), '--other-fleet'])
  const short = await world.run([...simulated, '--for', '2s'])
  const told = JSON.parse(short.stdout) as { carriedOver: number; state: string }
  expect(short.code).toBe(CARRIED_OVER)
  expect(told.carriedOver).toBeGreaterThan(0)
  expect(told).toMatchObject({ closes: true })
  expect(['stopped', 'carried-over']).toContain(told.state)
})

test('a night whose time is over before it began says what carries over', async () => {
  await world.release()
  const env = { FROTA_DATA_DIR: world.dataDir, FROTA_REPORTS_DIR: join(world.dir, 'reports') }
  const config = readConfig({}, { ...env, LOG_LEVEL: 'silent' })
  const output = openOutput({ write: () => true }, { json: false, locale: 'en' })
  const stop = new AbortController().signal
  const [ended] = await runOnce(
    { name: 'nightly', config, output, stop },
    {
      mode: 'open-or-join',
      horizonMs: 0,
      until: AbortSignal.abort(),
      fleetsOf: async (store) => store.all(),
    },
  )
  expect(ended?.run.state).toBe('stopped')
  expect(ended?.carriedOver).toBeGreaterThan(0)
})
