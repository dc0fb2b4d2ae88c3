/** What a payment provider with a bug throws is reported without the card that it was given. */
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openLog } from '../../src/log.ts'
import { openBench } from './support/open-service.ts'
import { orderOf } from './support/ordering.ts'
import { scriptedPayments } from './support/scripted-payments.ts'

const card = { holder_name: 'CANARIO PORTADOR', number: '4111111111111111', expiry: '09/31' }

test('a provider that throws all that it was given shows nothing of a card', async () => {
  const said: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      said.push(String(chunk))
      done()
    },
  })
  const onBug = (bug: unknown): void => {
    said.push(bug instanceof Error ? `bug: ${bug.stack} ${String(bug.cause)}` : String(bug))
  }
  const payments = scriptedPayments()
  await using bench = await openBench({ payments, log: openLog('trace', sink), onBug })
  const { order } = await orderOf(bench, 'credit_card')
  payments.script = {
    payCard: async (_charge, given) => {
      throw new Error(`Could not charge ${JSON.stringify(given)}`, { cause: given })
    },
  }
  const path = `/api/v1/orders/${order.id}/pay-card`
  const answer = await bench.send('POST', path, { body: { ...card, cvc: '7391' } })
  expect(answer.status).toBe(500)
  // Ids hold any four digits sooner or later.
  const shown = `${said.join('\n')} ${answer.text}`.replaceAll(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-\w+/g,
    '',
  )
  expect(shown).toContain('bug: ')
  const found = [...Object.values(card), '7391'].filter((each) => shown.includes(each))
  expect(found).toEqual([])
})
