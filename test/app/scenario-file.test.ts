/** A scenario file that cannot be used stops `frota service` before it listens, and says why. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFrota } from '../support/run-frota.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frota-scenario-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const started = (path: string) =>
  startFrota(['service'], {
    env: { SERVICE_SCENARIO_FILE: path, FROTA_DATA_DIR: join(dir, 'data'), PORT: '0' },
  }).ended

test('one that is not there', async () => {
  const ended = await started(join(dir, 'missing.json'))
  expect(ended.code).toBe(2)
  expect(ended.stderr).toMatch(/SERVICE_SCENARIO_FILE: .*missing\.json não pode ser lido/)
})

test('one with a key that nobody knows', async () => {
  const path = join(dir, 'typo.json')
  await writeFile(path, '{ "switches": { "listLag": 5 } }')
  const ended = await started(path)
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('switches.listLag: chave desconhecida')
  expect(ended.stdout).toBe('')
})
