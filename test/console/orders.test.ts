/** The page of a run says which of its orders were paid since, after reading them at the service. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payPix } from '../support/pay-pix.ts'
import { fleet, openWorld, startService } from '../support/run-frota.ts'
import type { Running, ServiceFacts, World } from '../support/run-frota.ts'
import { openTestConsole, type TestConsole } from './open-console.ts'

const ROWS = 4
let home: World
let service: { running: Running; facts: ServiceFacts }
let pages: TestConsole

beforeAll(async () => {
  home = await openWorld({ FROTA_TEST_SCALE: '200' })
  service = await startService(home)
  const { url, apiKey, accountId } = service.facts
  pages = await openTestConsole({
    FROTA_API_URL: url,
    FROTA_API_KEY: apiKey,
    FROTA_ACCOUNT_ID: accountId,
    FROTA_ORDER_METHOD: 'pix',
    FROTA_APPROVE_UP_TO: '50000',
  })
  const lines = (await readFile(fleet('small.csv'), 'utf8')).split('\n').slice(0, ROWS + 1)
  const verdict = await pages.upload(new Blob([lines.join('\n')]), 'frota.csv')
  await pages.start(verdict.headers.get('location') ?? '')
  await Array.fromAsync(pages.events())
})
afterAll(async () => {
  await pages[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

test('an order that was paid after the report is named, and not to be paid again', async () => {
  const { url, apiKey, accountId } = service.facts
  const headers = { 'x-api-key': apiKey, 'x-account-id': accountId }
  const answer = await fetch(`${url}/api/v1/orders`, { headers })
  const { results } = (await answer.json()) as { results: { id: string; plate: string }[] }
  const [paid, ...open] = results
  const plate = paid?.plate ?? ''
  const summary = await (await pages.get('/runs/1/files/summary.html')).text()
  expect(summary).toContain(plate)
  await payPix(service.facts, paid?.id)

  const page = await (await pages.get('/runs/1')).text()
  expect(page).toContain('Pedidos agora')
  expect(page).toMatch(new RegExp(`1 pedido foi pago depois deste relatório.*: ${plate}\\s*</p>`))
  expect(page).toContain(`<a href="/pay">${open.length} pedidos a pagar (R$`)
  expect(page).not.toContain('lidos no serviço agora')
  for (const table of ['debts', 'exceptions']) {
    const path = `/runs/1/table/${table}`
    expect(page).toContain(`<b><a href="${path}">`)
    expect((await pages.get(path)).status).toBe(200)
  }
})
