/** FROTA_FLEETS_FILE: what it may say, and that every mistake is refused with its place and cure. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  accountsAtWork,
  chooseFleet,
  fleetsFileOf,
  fleetsOfNight,
  nightConfigs,
} from '../../src/app/fleets/chosen-fleet.ts'
import { readFleetsFile } from '../../src/app/fleets/fleets-file.ts'
import type { Output } from '../../src/app/output.ts'
import { openCredentials } from '../../src/app/access/open-credentials.ts'
import { readConfig } from '../../src/config.ts'
import type { Fleet } from '../../src/ledger/fleets/fleets.ts'
import { failureOf } from '../support/failure-of.ts'
import { folderForFile } from '../support/for-file.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'
const KEY = 'svc_live_canary0000000000000000000000000000000000000000000'

const matriz = { name: 'matriz', key_file: 'matriz.key' }
const filial = { name: 'filial', key_file: 'filial.key' }
const principal = { name: 'principal', account_id: ONE, credentials: ['matriz', 'filial'] }
const good = { credentials: [matriz, filial], fleets: [principal] }

const withFleets = (...fleets: object[]): object => ({ ...good, fleets })
const withCredentials = (...credentials: object[]): object => ({ ...good, credentials })
const manyCredentials = Array.from({ length: 101 }, (_, n) => ({ name: `c${n}`, key_file: `${n}` }))
const manyFleets = Array.from({ length: 1_001 }, (_, n) => ({ ...principal, name: `f${n}` }))

describe('the file', () => {
  test('names credentials by their files, and fleets by account and credentials', () => {
    expect(readFleetsFile(JSON.stringify(good))).toEqual({
      credentials: [
        { name: 'matriz', keyFile: 'matriz.key' },
        { name: 'filial', keyFile: 'filial.key' },
      ],
      fleets: [{ name: 'principal', accountId: ONE, credentials: ['matriz', 'filial'] }],
    })
  })

  test.each([
    ['{', 'the file: is not JSON'],
    [`"${'x'.repeat(1_100_000)}"`, 'the file: is longer than 1048576 bytes'],
    [[], 'the file: is not usable: give a JSON object'],
    [{ ...good, extra: 1 }, 'extra: unknown key; remove it or use one of these: credentials, fl'],
    [{ fleets: [principal] }, 'credentials: is missing; add it'],
    [{ credentials: [matriz] }, 'fleets: is missing; add it'],
    [withCredentials(...manyCredentials), 'credentials: is not usable: give a list of 1 to 100'],
    [withFleets(...manyFleets), 'fleets: is not usable: give a list of 1 to 1000'],
    [withCredentials({ ...matriz, key: KEY }), 'credentials[0].key: unknown key; remove it'],
    [
      withCredentials({ ...matriz, key_file: KEY }),
      'credentials[0].key_file: is not usable: write the key',
    ],
    [withCredentials({ ...matriz, name: 'a b' }), 'credentials[0].name: "a b" is not usable'],
    [withCredentials({ ...matriz, name: 'a/b' }), 'credentials[0].name: "a/b" is not usable'],
    [withCredentials({ ...matriz, name: 'embutida' }), 'credentials[0].name: "embutida" is not'],
    [
      withCredentials({ ...matriz, name: '' }),
      'credentials[0].name: "" is not usable: use up to 64',
    ],
    [withCredentials({ name: 'a' }), 'credentials[0].key_file: is missing; add it'],
    [
      withCredentials(matriz, { ...filial, name: 'Matriz' }),
      'credentials[1].name: "matriz" was there before',
    ],
    [
      withCredentials(matriz, { ...filial, key_file: 'matriz.key' }),
      'credentials[1].key_file: "matriz.key" was there before',
    ],
    [withFleets({ ...principal, defaults: { uf: 'XX' } }), 'fleets[0].defaults.uf: "XX" is not'],
    [withFleets({ ...principal, defaults: { owner: 'x' } }), 'fleets[0].defaults.owner: unknown'],
    [withFleets({ ...principal, defaults: { strict: 1 } }), 'fleets[0].defaults.strict: 1 is not'],
    [
      withFleets({ ...principal, defaults: { owner_document_file: '529.982.247-25' } }),
      'fleets[0].defaults.owner_document_file: is not usable: write the document to a file',
    ],
    [withFleets({ ...principal, account_id: 'x' }), 'fleets[0].account_id: "x" is not usable: giv'],
    [withFleets({ ...principal, credentials: [] }), 'fleets[0].credentials: is not usable: give'],
    [
      withFleets({ ...principal, credentials: ['outra'] }),
      'fleets[0].credentials[0]: "outra" is not in credentials; declare it there or use one of: ma',
    ],
    [
      withFleets({ ...principal, credentials: ['matriz', 'matriz'] }),
      'fleets[0].credentials[1]: "matriz" was there before',
    ],
    [withFleets(principal, principal), 'fleets[1].name: "principal" was there before'],
    [
      withFleets(principal, { ...principal, name: 'b', credentials: ['matriz'] }),
      'fleets[1].credentials: the fleet "b" has other credentials than "principal" of the same acc',
    ],
  ])('%.60j is refused with the place and the cure', (file, sentence) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file)
    const failure = failureOf(() => readFleetsFile(text))
    expect(failure.code).toBe('configuration')
    expect(failure.exitCode).toBe(2)
    expect(failure.in('en')).toContain(`FROTA_FLEETS_FILE): ${sentence}`)
    expect(failure.in('pt-BR')).toContain('Frotas (FROTA_FLEETS_FILE): ')
    expect(JSON.stringify([failure.in('en'), failure.in('pt-BR')])).not.toContain('canary')
  })
})

describe('which fleet and account', () => {
  const several = readFleetsFile(
    JSON.stringify(
      withFleets(
        principal,
        { ...principal, name: 'obras' },
        { name: 'sul', account_id: TWO, credentials: ['filial'] },
      ),
    ),
  )

  test('--fleet chooses the account, its credentials, and the fleets that share them', () => {
    const chosen = chooseFleet(several, 'obras')
    expect(chosen).toMatchObject({ accountId: ONE, fleets: ['principal', 'obras'] })
    expect(chosen.credentials.map(({ name }) => name)).toEqual(['matriz', 'filial'])
    expect(chooseFleet(several, 'sul').credentials).toMatchObject([{ name: 'filial' }])
  })

  test('a fleet that the file does not name is refused with those that it does', () => {
    const failure = failureOf(() => chooseFleet(several, 'norte'))
    expect(failure.exitCode).toBe(2)
    expect(failure.in('en')).toContain('"norte" is not in FROTA_FLEETS_FILE: name one of these')
    expect(failure.in('en')).toContain('(principal, obras, sul)')
  })
})

describe('the fleets of a night', () => {
  const fleets: Fleet[] = [
    { id: '1', name: 'principal', accountId: ONE },
    { id: '2', name: 'sul', accountId: TWO },
  ]
  const store = {
    all: async () => fleets,
    find: () => expect.fail(),
    open: () => expect.fail(),
  }
  const night = async (accountId: string) => {
    const lines: string[] = []
    const output = {
      locale: 'en',
      tell: (_pt: string, en: string) => lines.push(en),
    } as unknown as Output
    const config = readConfig({}, {})
    return { chosen: await fleetsOfNight({ config, output }, store, accountId), lines }
  }

  test('are those of its account; the others are named, and left alone', async () => {
    const { chosen, lines } = await night(TWO)
    expect(chosen.map(({ name }) => name)).toEqual(['sul'])
    expect(lines).toEqual([expect.stringMatching(/^Left alone, .*: principal$/)])
  })
})

describe('on the disk', async () => {
  const dir = await folderForFile('fleets')
  const env = (file: string, more: Record<string, string> = {}) => ({
    FROTA_FLEETS_FILE: join(dir, file),
    ...more,
  })
  const opened = (more: Record<string, string> = {}, file = 'fleets.json') =>
    openCredentials(
      readConfig({}, env(file, more)),
      () => {
        throw new Error('no client is needed')
      },
      (text) => expect.fail(text),
    )

  const write = (name: string, text: string) => writeFile(join(dir, name), text, { mode: 0o600 })
  await write('matriz.key', `${KEY}\n`)
  await write('filial.key', ` ${KEY} `)
  await write('fleets.json', JSON.stringify(good))
  const sul = { name: 'sul', account_id: TWO, credentials: ['sul'] }
  const south = { name: 'sul', key_file: 'sul.key' }
  const accounts = {
    credentials: [matriz, south],
    fleets: [{ ...principal, credentials: ['matriz'] }, sul],
  }
  await write('accounts.json', JSON.stringify(accounts))
  await write('one.json', JSON.stringify({ credentials: [south], fleets: [sul] }))

  test('key files are beside the file unless their path is absolute', () => {
    const file = fleetsFileOf(readConfig({}, env('fleets.json')))
    expect(file?.credentials[0]?.keyFile).toBe(join(dir, 'matriz.key'))
  })

  test('one key under two names would break the limit', () => {
    const failure = failureOf(() => opened())
    expect(failure.exitCode).toBe(2)
    expect(failure.in('en')).toMatch(/"filial" .*the same key as "matriz".*break the limit/)
    expect(failure.in('en')).not.toContain(KEY)
  })

  test('a key file that cannot be read is named', () => {
    const failure = failureOf(() => opened({ FROTA_FLEET: 'sul' }, 'accounts.json'))
    expect(failure.in('en')).toMatch(/FROTA_FLEETS_FILE: .*sul\.key cannot be read/)
  })

  test.each(['FROTA_API_KEY', 'FROTA_API_KEY_FILE', 'FROTA_ACCOUNT_ID'])(
    '%s beside it says the same twice, and is refused',
    (name) => {
      const failure = failureOf(() => opened({ [name]: ONE }))
      expect(failure.in('en')).toContain(`FROTA_FLEETS_FILE and ${name} both define`)
    },
  )

  test('without it nothing changes', () => {
    const config = readConfig({}, {})
    expect(
      openCredentials(
        config,
        () => expect.fail(),
        () => expect.fail(),
      ),
    ).toBeUndefined()
    expect(nightConfigs(config)).toEqual([config])
  })

  test('a night works for each account of the file, or for that of the fleet that is named', () => {
    const night = (file: string, flags = {}, more = {}) =>
      nightConfigs(readConfig(flags, env(file, more)), 'fleet' in flags).map(
        (each) => each.FROTA_FLEET,
      )
    expect(night('one.json')).toEqual(['sul'])
    expect(night('accounts.json', { fleet: 'principal' })).toEqual(['principal'])
    expect(night('accounts.json', {}, { FROTA_FLEET: 'sul' })).toEqual(['sul'])
    expect(night('accounts.json')).toEqual(['principal', 'sul'])
  })

  test('of several accounts those work that have imported fleets', async () => {
    const configs = nightConfigs(readConfig({}, env('accounts.json')))
    const at = async (...fleets: Fleet[]) => {
      const chosen = await accountsAtWork(configs, { all: async () => fleets })
      return chosen.map((each) => each.FROTA_FLEET)
    }
    const sul = { id: '1', name: 'sul', accountId: TWO }
    expect(await at(sul)).toEqual(['sul'])
    expect(await at({ ...sul, accountId: ONE }, sul)).toEqual(['principal', 'sul'])
    expect(await at()).toEqual(['principal'])
  })
})
