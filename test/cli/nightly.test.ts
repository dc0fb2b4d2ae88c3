/** How a night ends: at its time, with what it says by its exit code. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runOnce } from '../../src/app/run/run-once.ts'
import { openOutput } from '../../src/cli/output.ts'
import { readConfig } from '../../src/config.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openWorld } from '../support/run-frota.ts'

const USAGE = 2
const CARRIED_OVER = 10
const NEEDS_PERSON = 20
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

test('without a service it is refused instead of simulated', async () => {
  const { code, stdout, stderr } = await world.run(['nightly'])
  expect({ code, stdout }).toEqual({ code: USAGE, stdout: '' })
  expect(stderr).toMatch(/set FROTA_API_URL.*--simulated/)
})

test('a wrong time to stop is refused before anything is opened', async () => {
  const { code, stderr } = await world.run([...simulated, '--until', '6am'])
  expect(code).toBe(USAGE)
  expect(stderr).toContain('--until 6am')
})

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
  const plain = await world.run(['nightly', '--simulated', '--for', '1s'])
  expect(plain.code).toBe(0)
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

test('an order that is not what was asked for needs a person; --exit-code says 20', async () => {
  await using fresh = await openWorld({ FROTA_LOCALE: 'en' })
  const file = join(fresh.dir, 'one.csv')
  // The embedded service answers orders of this plate with a total of a cent too much.
  await writeFile(file, 'placa,renavam,uf,cpf\nZZS1A11,13000000007,SP,529.982.247-25\n')
  const order = ['--order-method', 'pix', '--approve-up-to', '100000']
  const ended = await fresh.run(['reconcile', file, ...order, '--exit-code'])
  expect(ended).toMatchObject({ code: NEEDS_PERSON, stderr: '' })
  expect(await fresh.report('exceptions.csv')).toContain('ZZS1A11')
})
