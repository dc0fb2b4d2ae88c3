/** Everything that the service answers to the runner in a whole campaign is as the contract says. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdToContract, operationOf } from '../service/support/hold-to-contract.ts'
import { ANY_AMOUNT, OWING, writeFleet } from '../support/planted-fleet.ts'
import { openWorld, startService } from '../support/run-frota.ts'
import { type Exchange, openPassingProxy } from '../support/passing-proxy.ts'

const TEST_MS_MAX = 180_000
/** The look-ups of what was on its way take seconds instead of minutes. */
const SCALED = { FROTA_TEST_SCALE: '300' }
const APPROVED = ['--order-method', 'pix', '--approve-up-to', ANY_AMOUNT]
const FLEET = Array.from({ length: 8 }, () => OWING)
/** More than this many answers of a campaign of 8 vehicles. */
const ANSWERS_MIN = 24

function complaint({ method, path, status, text }: Exchange): string[] {
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  try {
    holdToContract(method, path, { status, text, body })
    return []
  } catch (error) {
    return [`${method} ${path} ${status}: ${String(error)}`]
  }
}

test(
  'a campaign with orders meets no answer that the contract does not document',
  async () => {
    await using home = await openWorld(SCALED)
    await using runner = await openWorld({ ...SCALED, FROTA_LOCALE: 'en' })
    const { facts } = await startService(home)
    await using proxy = await openPassingProxy(facts.url)
    const keyFile = join(runner.dir, 'key')
    await writeFile(keyFile, `${facts.apiKey}\n`, { mode: 0o600 })
    const env = {
      FROTA_API_URL: proxy.url,
      FROTA_API_KEY_FILE: keyFile,
      FROTA_ACCOUNT_ID: facts.accountId,
    }
    const ended = await runner.json(['reconcile', await writeFleet(runner, FLEET), ...APPROVED], {
      env,
    })
    expect(ended).toMatchObject({ state: 'done', closes: true })

    expect(proxy.exchanges.flatMap(complaint)).toEqual([])
    expect(proxy.exchanges.length).toBeGreaterThan(ANSWERS_MIN)
    const seen = new Set(proxy.exchanges.map((each) => operationOf(each.method, each.path)?.id))
    const needed = ['health', 'createVehicle', 'createConsultation', 'createOrder']
    expect(needed.filter((id) => !seen.has(id))).toEqual([])
    expect(seen).not.toContain(undefined)
  },
  TEST_MS_MAX,
)
