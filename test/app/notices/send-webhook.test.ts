/** A webhook is signed, bounded, and says whether trying again may help. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { openWebhook } from '../../../src/app/notices/send-webhook.ts'
import { forFile } from '../../support/for-file.ts'
import { openHttpReceiver } from '../../support/receivers.ts'

const SECRET = 'doze laranjas'
const MESSAGE = {
  id: '0a0a0a0a-0000-4000-8000-000000000001',
  type: 'run.ended',
  at: '2026-11-21T06:00:00.000Z',
  fleet: 'sul',
  title: 'frota: execução 7 de sul: concluída',
  text: 'Consultas: 18/18 respondidas',
  url: null,
  facts: { run: 7 },
} as const
const SHORT_MS = 300

const receiver = await forFile(openHttpReceiver())

test('its signature covers id, time and body, and its time is now', async () => {
  const beganS = Math.floor(Date.now() / 1_000)
  expect(await openWebhook(`${receiver.url}/hook`, SECRET)(MESSAGE)).toEqual({ isSent: true })
  const call = receiver.calls.at(-1)
  expect(JSON.parse(call?.body ?? '')).toEqual(MESSAGE)
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signed,
  } = call?.headers ?? {}
  expect(id).toBe(MESSAGE.id)
  expect(Number(at)).toBeGreaterThanOrEqual(beganS)
  const own = createHmac('sha256', SECRET)
    .update(`${String(id)}.${String(at)}.${call?.body}`)
    .digest('base64')
  expect(signed).toBe(`v1,${own}`)
})

test('a secret of the standard’s own form is decoded', async () => {
  const encoded = `whsec_${Buffer.from(SECRET).toString('base64')}`
  await openWebhook(receiver.url, encoded)(MESSAGE)
  const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] =
    receiver.calls.slice(-1)
  const text = `${MESSAGE.id}.${String(headers['webhook-timestamp'])}.${body}`
  const own = createHmac('sha256', SECRET).update(text).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${own}`)
})

test.each([
  [500, 'status 500', false],
  [429, 'status 429', false],
  [404, 'status 404', true],
  ['redirect', 'status 302', true],
  ['never', 'TimeoutError', false],
] as const)('%s is told as "%s"', async (answer, why, isPermanent) => {
  receiver.answers.push(answer)
  const before = receiver.calls.length
  const delivery = await openWebhook(receiver.url, SECRET, SHORT_MS)(MESSAGE)
  expect(delivery).toEqual({ isSent: false, why, isPermanent })
  expect(receiver.calls).toHaveLength(before + 1)
})

test('a receiver that is not there is tried again', async () => {
  const gone = await openHttpReceiver()
  await gone[Symbol.asyncDispose]()
  const delivery = await openWebhook(gone.url, SECRET)(MESSAGE)
  expect(delivery).toEqual({ isSent: false, why: 'ECONNREFUSED', isPermanent: false })
})
