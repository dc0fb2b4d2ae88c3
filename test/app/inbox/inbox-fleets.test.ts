/** Whose a dropped file is, and what holds for it without a word beside it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inboxFleets } from '../../../src/app/inbox/inbox-fleets.ts'
import { readConfig } from '../../../src/config.ts'
import { folderForFile } from '../../support/for-file.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'
const EMBEDDED = '00000000-0000-4000-8000-00000000000e'
const NOTHING = { defaults: {}, otherFleet: false }
const dir = await folderForFile('inbox-fleets')

beforeAll(async () => {
  const fleet = (name: string, account: string, defaults?: object) => ({
    name,
    account_id: account,
    credentials: ['k'],
    ...(defaults === undefined ? {} : { defaults }),
  })
  const file = (...fleets: object[]) =>
    JSON.stringify({ credentials: [{ name: 'k', key_file: 'k' }], fleets })
  const defaults = { uf: 'São Paulo', owner_document_file: 'cnpj.txt', strict: true }
  const write = (name: string, text: string) => writeFile(join(dir, name), text)
  await write('one.json', file(fleet('sul', ONE, { update_owners: true })))
  await write('two.json', file(fleet('sul', ONE, defaults), fleet('São Luís', TWO)))
  await write('lost.json', file(fleet('sul', ONE, { owner_document_file: 'lost.txt' })))
  await write('cnpj.txt', ' 11.222.333/0001-81\n')
})

const fleets = (file?: string, more: Record<string, string> = {}) => {
  const path = file === undefined ? {} : { FROTA_FLEETS_FILE: join(dir, file) }
  return inboxFleets(readConfig({}, { ...path, ...more }), EMBEDDED)
}
const SERVICE = { FROTA_API_URL: 'http://127.0.0.1:1' }

test('without a file a folder is its fleet, of the account that is configured', () => {
  const rehearsal = fleets()
  expect([rehearsal.of(''), rehearsal.of('sul')]).toEqual(['principal', 'sul'])
  expect(rehearsal.accountOf('sul')).toBe(EMBEDDED)
  expect(rehearsal.aboutOf('sul')).toEqual(NOTHING)
  expect(fleets(undefined, { ...SERVICE, FROTA_ACCOUNT_ID: TWO }).accountOf('sul')).toBe(TWO)
  expect(() => fleets(undefined, SERVICE).accountOf('sul')).toThrow(/set FROTA_ACCOUNT_ID/)
})

test('with a file only its fleets have folders, each of its account', () => {
  const two = fleets('two.json')
  expect(two.of('São Luís'.normalize('NFD'))).toBe('São Luís')
  expect([two.accountOf('sul'), two.accountOf('São Luís')]).toEqual([ONE, TWO])
  expect(two.of('norte')).toMatchObject({ en: expect.stringContaining('(sul, São Luís); rename') })
  expect(two.of('')).toMatchObject({
    en: expect.stringMatching(/several fleets: put the file into/),
  })
  expect(fleets('two.json', { FROTA_FLEET: 'sul' }).of('')).toBe('sul')
  expect(fleets('one.json').of('')).toBe('sul')
})

test('what the file says of a fleet holds for its dropped files', () => {
  expect(fleets('two.json').aboutOf('sul')).toEqual({
    defaults: { uf: 'SP', ownerDocument: '11.222.333/0001-81' },
    otherFleet: false,
    strict: true,
  })
  expect(fleets('two.json').aboutOf('São Luís')).toEqual(NOTHING)
  expect(fleets('one.json').aboutOf('sul')).toEqual({ ...NOTHING, updateOwners: true })
  expect(() => fleets('lost.json').aboutOf('sul')).toThrow(/lost.txt \(owner_document_file\) must/)
})
