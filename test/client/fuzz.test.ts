import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from '../../src/client/redact.ts'
import { hostileServer, raw, reply } from './hostile-server.ts'
import { KEY, newVehicle, setup, vehicle } from './world.ts'

const status = fc.constantFrom(100, 103, 199, 200, 201, 204, 206, 301, 404, 429, 500, 999)
const header = fc.tuple(
  fc.constantFrom('content-length', 'transfer-encoding', 'retry-after', 'location', 'x', 'server'),
  fc.oneof(fc.constantFrom('chunked', '-1', '0', '7', '99999999', 'gzip', ''), fc.string()),
)
/** From noise to almost an answer. */
const answer = fc.oneof(
  fc.string(),
  fc
    .tuple(
      status,
      fc.array(header, { maxLength: 4 }),
      fc.oneof(fc.json(), fc.string({ unit: 'grapheme' })),
    )
    .map(([code, headers, body]) => {
      const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      return `HTTP/1.1 ${code} x\r\n${fields}\r\n${body}`
    }),
)

test('whatever comes back, a POST is sent once and its call ends without throwing', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (bytes) => {
      await using server = await hostileServer(() => raw(bytes))
      const { client } = setup(server.url)
      const result = await client.call('createVehicle', { body: newVehicle })
      expect(result.outcome).not.toBe('never-sent')
      // Noise that happens to be a vehicle would need all of its fourteen fields.
      expect(result).not.toMatchObject({ outcome: 'answered', ok: true })
      expect(server.received).toHaveLength(1)
    }),
    { numRuns: 200 },
  )
})

/** One field of a good answer replaced by anything. */
const bent = fc.tuple(fc.constantFrom(...Object.keys(vehicle)), fc.jsonValue())

test('a bent answer is either understood as the interface says, or in doubt', async () => {
  await fc.assert(
    fc.asyncProperty(bent, async ([field, value]) => {
      await using server = await hostileServer(() => reply(201, { ...vehicle, [field]: value }))
      const { client } = setup(server.url)
      const result = await client.call('createVehicle', { body: newVehicle })
      const good: Record<string, unknown> = vehicle
      const isNullable = field.startsWith('latest_') && value === null
      const isPlausible = typeof value === typeof good[field] || good[field] === null || isNullable
      const isUnderstood = result.outcome === 'answered'
      expect(isPlausible || !isUnderstood).toBe(true)
      const body = result.outcome === 'answered' && result.ok ? result.body : vehicle
      expect(body.open_debts_amount).toMatch(/^-?\d+(\.\d{1,2})?$/)
      expect(Number.isInteger(body.open_debts_count)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
const cpf = digits(11).map((each) => each.join('').replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'))
const cnpj = digits(14).map((each) =>
  each.join('').replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5'),
)
const card = digits(16).map((each) => each.join('').replaceAll(/(....)(?=.)/g, '$1 '))
const secret = fc.oneof(
  cpf,
  cnpj,
  card,
  fc.constant(KEY),
  fc.oneof(cpf, cnpj, card).map((text) => text.replaceAll(/[^0-9]/g, '')),
)

test('no document, card or key survives in what a service says', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      secret,
      fc.string({ unit: 'grapheme' }),
      (before, hidden, after) => {
        expect(redact(`${before} ${hidden} ${after}`, KEY)).not.toContain(hidden)
      },
    ),
  )
})
