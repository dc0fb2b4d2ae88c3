/** What is said at the start of live mode, to whoever can cure it. */
import { expect, test } from 'vitest'
import { openLiveProviders } from '../../../src/app/service/live-providers.ts'
import { readConfig } from '../../../src/config.ts'
import { Failure } from '../../../src/failure.ts'
import { openLog } from '../../../src/log.ts'
import { openBench } from '../support/open-service.ts'
import { forFile } from '../../support/for-file.ts'

const back = await forFile(openBench())

async function refusal(
  env: Record<string, string | undefined>,
  isOwnKey: (key: string) => Promise<boolean> = async () => false,
): Promise<{ code: string; pt: string; en: string }> {
  const all = {
    LOOKUP_MODE: 'live',
    PAYMENTS_MODE: 'live',
    LIVE_API_URL: back.url,
    LIVE_API_KEY: back.own.apiKey,
    LIVE_ACCOUNT_ID: back.own.accountId,
    ...env,
  }
  const { pool, clock, random } = back
  const tools = { config: readConfig({}, all), pool, clock, random, log: openLog('silent') }
  try {
    await using live = await openLiveProviders({ ...tools, isOwnKey })
    return { code: 'none', pt: live.lookup?.mode ?? '', en: live.payments?.mode ?? '' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { code: error.code, pt: error.in('pt-BR'), en: error.in('en') }
  }
}

test('with all that it needs, both providers are live', async () => {
  expect(await refusal({})).toEqual({ code: 'none', pt: 'live', en: 'live' })
  expect(await refusal({ PAYMENTS_MODE: 'mock' })).toEqual({ code: 'none', pt: 'live', en: '' })
  const mock = { LOOKUP_MODE: 'mock', PAYMENTS_MODE: 'mock', LIVE_API_URL: undefined }
  expect(await refusal(mock)).toEqual({ code: 'none', pt: '', en: '' })
})

test.each([
  ['LIVE_API_URL', 'LIVE_API_URL'],
  ['LIVE_API_KEY', 'LIVE_API_KEY_FILE'],
  ['LIVE_ACCOUNT_ID', 'LIVE_ACCOUNT_ID'],
])('without %s the start names what to set', async (absent, named) => {
  const said = await refusal({ [absent]: undefined })
  expect(said).toMatchObject({ code: 'configuration', pt: expect.stringContaining(named) })
  expect(said.en).toContain(named)
})

test('live payments need live look-ups', async () => {
  const said = await refusal({ LOOKUP_MODE: 'mock' })
  expect(said).toMatchObject({ code: 'configuration', en: expect.stringContaining('LOOKUP_MODE=') })
})

test('the key never goes over plain HTTP to another machine', async () => {
  const said = await refusal({ LIVE_API_URL: 'http://debts.example' })
  expect(said).toMatchObject({ code: 'configuration', en: expect.stringContaining('https://') })
})

test('a wrong key and a wrong account are said by the names of their options', async () => {
  const key = `svc_live_${'0'.repeat(49)}`
  expect(await refusal({ LIVE_API_KEY: key })).toMatchObject({
    code: 'wrong-key',
    pt: expect.stringContaining('LIVE_API_KEY'),
  })
  const account = await refusal({ LIVE_ACCOUNT_ID: '00000000-0000-4000-8000-000000000000' })
  expect(account).toMatchObject({
    code: 'wrong-account',
    en: expect.stringContaining('LIVE_ACCOUNT_ID'),
  })
  expect(account.en).not.toContain('FROTA_')
})

test('an address where nothing answers is said', async () => {
  const said = await refusal({ LIVE_API_URL: 'http://127.0.0.1:9' })
  expect(said).toMatchObject({
    code: 'service-unreachable',
    pt: expect.stringContaining('LIVE_API_URL'),
  })
})

test('a service does not call itself', async () => {
  const { port } = new URL(back.url)
  expect(await refusal({ PORT: port })).toMatchObject({
    code: 'configuration',
    en: expect.stringContaining('call itself'),
  })
  expect(await refusal({ PUBLIC_BASE_URL: back.url })).toMatchObject({ code: 'configuration' })
  const own = async (key: string) => key === back.own.apiKey
  expect(await refusal({}, own)).toMatchObject({ code: 'configuration' })
})
