/** `frota doctor` on files and receivers that settings name. */
import { expect, test } from 'vitest'
import { checkSettings } from '../../src/app/doctor/check-settings.ts'
import { readConfig } from '../../src/config.ts'

const FILES = ['FROTA_PLAN_FILE', 'FROTA_ORDER_POLICY_FILE', 'FROTA_ORDER_STATUSES_FILE']
const NOTIFY = { FROTA_NOTIFY: 'https://example.com/h' }
const THIS_FILE = import.meta.filename

test('each file or secret that a night would refuse is told as wrong, by its name', async () => {
  const missing = Object.fromEntries(FILES.map((name) => [name, '/nowhere/none.json']))
  const findings = await checkSettings(readConfig({}, { ...missing, ...NOTIFY }))
  expect(findings.map(({ level }) => level)).toEqual(['wrong', 'wrong', 'wrong', 'wrong'])
  for (const name of [...FILES, 'FROTA_NOTIFY_SECRET_FILE'])
    expect(findings.map(({ said }) => said.pt)).toContainEqual(expect.stringContaining(name))
})

test('what can be read is named, and nothing where nothing is set', async () => {
  const given = { ...NOTIFY, FROTA_NOTIFY_SECRET_FILE: THIS_FILE }
  const ok = { check: 'settings', level: 'ok' }
  const named = await checkSettings(readConfig({}, given))
  expect(named).toMatchObject([{ ...ok, said: { en: 'FROTA_NOTIFY' } }])
  const none = await checkSettings(readConfig({}, {}))
  expect(none).toMatchObject([{ ...ok, said: { en: 'no files' } }])
})
