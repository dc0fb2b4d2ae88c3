/** What decides a night travels whole: options, their absence, and the contents of files. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { sharedSettings, withShared } from '../../src/app/access/shared-settings.ts'
import { folderForTest } from '../support/for-file.ts'

let dir: string
beforeEach(() => {
  dir = folderForTest('shared')
})

const OWN = {
  FROTA_DATA_DIR: '/elsewhere',
  FROTA_API_KEY_FILE: '/key',
  FROTA_ORDER_METHOD: 'boleto',
}

test('another machine decides by the same, with its own places and key', async () => {
  const plan = join(dir, 'plan.json')
  await writeFile(plan, '{"dueSoonDays": 12}')
  const given = readConfig(
    {},
    {
      FROTA_ORDER_METHOD: 'pix',
      FROTA_APPROVE_UP_TO: '1.234,56',
      FROTA_TIME_ZONE: 'America/Manaus',
      FROTA_CONSULTATIONS_PER_HOUR: '12',
      FROTA_PLAN_FILE: plan,
      FROTA_DATA_DIR: '/first',
    },
  )
  const sent: object = JSON.parse(JSON.stringify(sharedSettings(given)))
  const adopted = await withShared(readConfig({}, OWN), sent, join(dir, 'shared'))
  expect(adopted).toMatchObject({
    FROTA_ORDER_METHOD: 'pix',
    FROTA_APPROVE_UP_TO: 123_456n,
    FROTA_TIME_ZONE: 'America/Manaus',
    FROTA_CONSULTATIONS_PER_HOUR: 12,
    FROTA_DATA_DIR: '/elsewhere',
    FROTA_API_KEY_FILE: '/key',
  })
  const laidDown = String(adopted.FROTA_PLAN_FILE)
  expect(await readFile(laidDown, 'utf8')).toBe('{"dueSoonDays": 12}')
  expect((await stat(laidDown)).mode & 0o777).toBe(0o600)
})

test('what the first machine left out is left out on the others, too', async () => {
  const policy = join(dir, 'policy.json')
  await writeFile(policy, '{}')
  const own = readConfig({}, { ...OWN, FROTA_ORDER_POLICY_FILE: policy })
  const adopted = await withShared(own, sharedSettings(readConfig({}, {})), dir)
  const nothing = readConfig({}, {})
  expect(adopted.FROTA_ORDER_METHOD).toBe(nothing.FROTA_ORDER_METHOD)
  expect(adopted.FROTA_ORDER_POLICY_FILE).toBeUndefined()
})

test.each([
  ['no settings', {}],
  ['a value that the option refuses', { options: { FROTA_TEST_SCALE: 'fast' }, files: {} }],
  ['a file that is no text', { options: {}, files: { FROTA_PLAN_FILE: 3 } }],
])('%s are refused, with the cure', async (_, json) => {
  const adopting = withShared(readConfig({}, OWN), json, dir)
  await expect(adopting).rejects.toMatchObject({ code: 'configuration' })
  await expect(adopting).rejects.toThrow(/same version of frota/)
})
