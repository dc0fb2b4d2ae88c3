/** Several credentials of one account: one that is refused leaves the round, and work goes on. */
import { describe, expect, test } from 'vitest'
import { CredentialRound } from '../../src/app/access/credential-round.ts'
import { SharedClient } from '../../src/app/access/shared-client.ts'
import type { CallResult } from '../../src/client/answer.ts'
import type { Client } from '../../src/client/client.ts'
import { wrongAccount, wrongKey } from '../../src/client/failures.ts'
import { Failure } from '../../src/failure.ts'

const ORIGIN = 'http://127.0.0.1:9'
const PARAMS = { params: { vehicle_id: 'v' } }
const MANY = { query: {} }

interface World {
  readonly keys: Map<string, string>
  /** Keys that the service refuses. */
  readonly revoked: Set<string>
  /** Whose key each request bore. */
  readonly sent: string[]
  readonly said: string[]
  readonly round: CredentialRound
  readonly client: SharedClient
}

function open(...names: string[]): World {
  const keys = new Map(names.map((name) => [name, `key of ${name}`]))
  const revoked = new Set<string>()
  const sent: string[] = []
  const said: string[] = []
  const credentials = names.map((name) => ({ name, keyFile: `/keys/${name}` }))
  const readKey = ({ name }: { name: string }): string => {
    const key = keys.get(name)
    if (key === undefined)
      throw new Failure('configuration', { pt: 'unreadable', en: 'unreadable' })
    return key
  }
  const round = new CredentialRound(credentials, {
    readKey,
    say: (failure) => said.push(failure.in('en')),
  })
  const clients = names.map((name): [string, Client] => [name, one(name)])
  function one(name: string): Client {
    const refusal = (): Failure | undefined => {
      const key = keys.get(name) ?? ''
      sent.push(name)
      return revoked.has(key) ? wrongKey(ORIGIN) : undefined
    }
    const read = async (): Promise<never> => {
      const failure = refusal()
      if (failure !== undefined) throw failure
      return { from: name } as never
    }
    return {
      origin: ORIGIN,
      call: async (): Promise<CallResult<never>> => {
        const stop = refusal()
        if (stop === undefined)
          return { outcome: 'answered', ok: true, status: 200, body: { from: name } as never }
        return { outcome: 'answered', ok: false, status: 401, detail: '', stop }
      },
      read,
      async *pages() {
        yield [await read()]
        yield [await read()]
      },
      health: async () => ({ lookup: 'mock', payments: 'mock', sandbox: true }),
      checkAccess: read,
      close: async () => undefined,
    }
  }
  return { keys, revoked, sent, said, round, client: new SharedClient(new Map(clients), round) }
}

describe('a credential that the service refuses', () => {
  test('is told once, loudly, and reads go on with the next', async () => {
    const { client, revoked, sent, said, round } = open('a', 'b')
    revoked.add('key of a')
    expect(await client.read('getVehicle', PARAMS)).toEqual({ from: 'b' })
    expect(await client.read('getVehicle', PARAMS)).toEqual({ from: 'b' })
    const pages = await Array.fromAsync(client.pages('listVehicles', MANY))
    expect(pages).toHaveLength(2)
    expect(sent).toEqual(['a', 'b', 'b', 'b', 'b'])
    expect(round.usable()).toEqual(['b'])
    expect(said).toEqual([expect.stringMatching(/^Credential "a" is out .*refuses .*\/keys\/a/)])
  })

  test('in the middle of a list the list is read from its start by whoever asks again', async () => {
    const { client, revoked, sent } = open('a', 'b')
    const pages = client.pages('listVehicles', MANY)
    await pages.next()
    revoked.add('key of a')
    await expect(pages.next()).rejects.toMatchObject({ code: 'service-refused', recovery: 'skip' })
    expect(sent).toEqual(['a', 'a'])
    expect(await Array.fromAsync(client.pages('listVehicles', MANY))).toHaveLength(2)
  })

  test('a POST is never repeated; its refusal passes while another is left', async () => {
    const { client, revoked, sent } = open('a', 'b')
    revoked.add('key of a')
    const result = await client.call('createVehicle', { body: {} as never })
    expect(result).toMatchObject({
      status: 401,
      stop: { code: 'service-refused', recovery: 'skip' },
    })
    expect(sent).toEqual(['a'])
    expect(await client.call('createVehicle', { body: {} as never })).toMatchObject({ ok: true })
    expect(sent).toEqual(['a', 'b'])
  })

  test('a PATCH may be repeated', async () => {
    const { client, revoked, sent } = open('a', 'b')
    revoked.add('key of a')
    const request = { ...PARAMS, body: {} as never }
    expect(await client.call('updateVehicle', request)).toMatchObject({ ok: true })
    expect(sent).toEqual(['a', 'b'])
  })

  test('a consultation goes out with its own credential only', async () => {
    const { client, revoked, sent } = open('a', 'b')
    revoked.add('key of b')
    const ask = (name: string) => client.of(name).call('createConsultation', PARAMS)
    expect(await ask('b')).toMatchObject({ status: 401, stop: { recovery: 'skip' } })
    expect(await ask('b')).toMatchObject({ outcome: 'never-sent' })
    expect(await ask('a')).toMatchObject({ ok: true })
    expect(sent).toEqual(['b', 'a'])
  })

  test('ends the run when it is the last, and names every file', async () => {
    const { client, revoked } = open('a', 'b')
    revoked.add('key of a').add('key of b')
    const failure = await client.read('getVehicle', PARAMS).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'wrong-key', recovery: 'stop', exitCode: 2 })
    expect((failure as Failure).in('en')).toMatch(/No credential .*\/keys\/a, \/keys\/b/)
    const last = await client.of('b').call('createConsultation', PARAMS)
    expect(last).toMatchObject({ outcome: 'never-sent' })
  })

  test('comes back when its file holds another key', async () => {
    const { client, keys, revoked, round, sent } = open('a', 'b')
    revoked.add('key of a')
    await client.read('getVehicle', PARAMS)
    keys.set('a', 'a new key')
    expect(round.usable()).toEqual(['a', 'b'])
    await client.read('getVehicle', PARAMS)
    expect(sent).toEqual(['a', 'b', 'a'])
  })

  test('at the start each is tried, and each that fails is named', async () => {
    const { client, revoked, said } = open('a', 'b', 'c')
    revoked.add('key of a').add('key of c')
    await client.checkAccess()
    expect(said.map((sentence) => sentence.slice(0, 14))).toEqual([
      'Credential "a"',
      'Credential "c"',
    ])
    revoked.add('key of b')
    await expect(client.checkAccess()).rejects.toMatchObject({ code: 'wrong-key' })
  })
})

describe('a key file', () => {
  test('that cannot be read takes its credential out, and says so once', () => {
    const { keys, round, said } = open('a', 'b')
    keys.delete('a')
    expect(round.usable()).toEqual(['b'])
    expect(round.usable()).toEqual(['b'])
    expect(said).toEqual([expect.stringContaining('its file cannot be read')])
    keys.set('a', 'back')
    expect(round.usable()).toEqual(['a', 'b'])
  })

  test('that gets the key of another takes its credential out', () => {
    const { keys, round, said } = open('a', 'b')
    keys.set('b', 'key of a')
    expect(round.usable()).toEqual(['a'])
    expect(said).toEqual([expect.stringContaining('the same key as "a"')])
  })

  test('with none left the round is not empty: the refusal ends the run, not a silence', () => {
    const { keys, round } = open('a', 'b')
    keys.clear()
    expect(round.usable()).toEqual(['a', 'b'])
    expect(round.isUsable('a')).toBe(false)
  })
})

test('an account that a credential may not work for counts as a refusal of it', () => {
  const { round } = open('a', 'b')
  const told = round.refused('a', round.mark('a'), wrongAccount(ORIGIN, 'no'))
  expect(told.recovery).toBe('skip')
  const last = round.refused('b', round.mark('b'), wrongAccount(ORIGIN, 'no'))
  expect(last).toMatchObject({ code: 'wrong-account', recovery: 'stop' })
})
