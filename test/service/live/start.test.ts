/** What is said at the start of live mode, to whoever can cure it. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openLiveProviders } from '../../../src/app/service/live-providers.ts'
import { readConfig } from '../../../src/config.ts'
import { Failure } from '../../../src/failure.ts'
import { type Log, openLog } from '../../../src/log.ts'
import { openBench } from '../support/open-service.ts'
import { forFile } from '../../support/for-file.ts'
import { openLossyWire } from './lossy-wire.ts'

const back = await forFile(openBench())
const vehicle = { plate: 'ABC1D23', renavam: '00639884962', uf: 'SP' }
const question = {
  vehicle: { ...vehicle, ownerDocument: () => '11222333000181' },
  askedAtMs: 0,
  settled: [],
}

interface Opened {
  readonly env?: Record<string, string | undefined>
  readonly isOwnKey?: (key: string) => Promise<boolean>
  readonly stop?: AbortSignal
  readonly log?: Log
}

async function openLive({ env, log = openLog('silent'), ...more }: Opened) {
  const all = {
    LOOKUP_MODE: 'live',
    PAYMENTS_MODE: 'live',
    LIVE_API_URL: back.url,
    LIVE_API_KEY: back.own.apiKey,
    LIVE_ACCOUNT_ID: back.own.accountId,
    ...env,
  }
  const { pool, clock, random } = back
  const { isOwnKey = async () => false, stop = new AbortController().signal } = more
  const tools = { config: readConfig({}, all), pool, clock, random, log, isOwnKey, stop }
  return await openLiveProviders(tools)
}

async function refusal(
  env: Record<string, string | undefined>,
  isOwnKey: (key: string) => Promise<boolean> = async () => false,
): Promise<{ code: string; pt: string; en: string }> {
  try {
    await using live = await openLive({ env, isOwnKey })
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

test('a service that is away is said, and what it allows is heard when it is back', async () => {
  await using wire = await openLossyWire(back.url)
  wire.isDown = true
  const lines = new PassThrough()
  const log = openLog('error', lines)
  await using live = await openLive({ env: { LIVE_API_URL: wire.url }, log })
  expect(String(lines.read())).toMatch(/LIVE_API_URL|does not answer/)
  expect(live.payments?.sandbox).toBe(false)
  expect(await live.lookup?.look(question, '', 0)).toMatchObject({
    stage: 'queued',
    lookAtMs: 2_000,
  })
  wire.isDown = false
  expect(await live.lookup?.look(question, '', 0)).toMatchObject({ stage: 'queued', lookAtMs: 0 })
  expect(live.payments?.sandbox).toBe(true)
})

test('once the service is to stop, neither its start nor a reader asks the other one', async () => {
  await using wire = await openLossyWire(back.url)
  const stopping = new AbortController()
  const { signal: stop } = stopping
  const hang = {
    fate: 'hold',
    get until() {
      stopping.abort()
      return Promise.withResolvers<void>().promise
    },
  } as const
  wire.next(/health/, hang)
  await using live = await openLive({ env: { LIVE_API_URL: wire.url }, stop })
  expect(await live.lookup?.look(question, '', 0)).toMatchObject({ stage: 'queued' })
  expect(wire.heard).toEqual(['GET /health'])
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
