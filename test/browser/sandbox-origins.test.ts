/** The sandbox of one service in front of another: allowed, not allowed, and down. */
import { afterAll, expect, test } from 'vitest'
import { consulted, newVehicle } from '../service/support/fleet.ts'
import { openBench } from '../service/support/open-service.ts'
import { openBrowser } from '../support/browser.ts'
import { connect, consultByHand, openReader, registerByHand, told } from './sandbox-reader.ts'

const bench = await openBench()
const browser = await openBrowser()

afterAll(async () => {
  await browser.close()
  await bench[Symbol.asyncDispose]()
})

const CHECK = '#connection-form button[type=submit]'

test('a service that lists the origin of the page is called across origins', async () => {
  await using other = await bench.again({ corsOrigins: [bench.url] })
  const { number } = await consulted(bench, (items) => items.length > 0)
  const { page, said } = await openReader(browser, bench.url)
  const preflights: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.method === 'OPTIONS') preflights.push(new URL(request.url).origin)
  })
  await connect(page, bench.own, other.url)
  await page.locator(CHECK).click()
  await told(page, 'connection', '27 estados')
  await registerByHand(page, newVehicle(4_999))
  await told(page, 'vehicle', 'cadastrado')
  await consultByHand(page, bench, newVehicle(number).plate)
  expect(preflights.length).toBeGreaterThan(0)
  expect(new Set(preflights)).toEqual(new Set([other.url]))
  expect(said).toEqual([])
  await page.close()
})

test('a service that does not list the origin is named with it, and the page works on', async () => {
  await using other = await bench.again({ corsOrigins: ['https://another.example'] })
  const { page, said } = await openReader(browser, bench.url)
  await connect(page, bench.own, other.url)
  await page.locator(CHECK).click()
  await told(page, 'connection', 'O navegador bloqueou a chamada (CORS)')
  await told(page, 'connection', `A página ${bench.url} não está autorizada a chamar ${other.url}`)
  await told(page, 'connection', `CORS_ORIGINS=${bench.url}`)
  await page.locator('.exchange .status', { hasText: 'CORS' }).waitFor()
  // The browser's own report of a blocked call is the only thing that anybody hears.
  expect(said.filter((words) => !words.includes('blocked by CORS policy'))).toEqual([])

  await page.locator('#vehicles-form button[type=submit]').click()
  await told(page, 'vehicles', 'CORS_ORIGINS')

  await page.locator('#base').selectOption('own')
  await page.locator(CHECK).click()
  await told(page, 'connection', '27 estados')
  await page.close()
})

test('a service that is down is unreachable and not a matter of CORS', async () => {
  const gone = await bench.again()
  await gone[Symbol.asyncDispose]()
  const { page, said } = await openReader(browser, bench.url)
  await connect(page, bench.own, gone.url)
  await page.locator(CHECK).click()
  await told(page, 'connection', 'O serviço está inacessível')
  await told(page, 'connection', 'Isto não é CORS')
  expect(said).toEqual([])
  await page.close()
})

test('configured addresses can be chosen, and a bad one is refused before anything is sent', async () => {
  await using named = await bench.again({
    publicBaseUrl: 'https://api.example.com',
    devBaseUrl: 'https://dev.example.com',
  })
  const { page } = await openReader(browser, named.url)
  const choices = await page.locator('#base option').allTextContents()
  expect(choices).toEqual([
    'Produção · https://api.example.com',
    'Desenvolvimento · https://dev.example.com',
    'Este servidor',
    'Outro endereço…',
  ])
  await connect(page, bench.own, 'ftp://example.com')
  await page.locator(CHECK).click()
  await told(page, 'connection', 'Comece com https:// ou http://')
  expect(await page.locator('.exchange').count()).toBe(0)
  await page.close()
})
