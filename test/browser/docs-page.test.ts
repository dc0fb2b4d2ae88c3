/** The page at /docs in a real browser: quiet, self-sufficient, and readable on a phone. */
import { afterAll, expect, test } from 'vitest'
import { openBench } from '../service/support/open-service.ts'
import { openBrowser } from '../support/browser.ts'

const bench = await openBench()
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await bench[Symbol.asyncDispose]()
})

const OVERFLOW = 'document.documentElement.scrollWidth - window.innerWidth'
/** WCAG 2.2 AA for text. */
const CONTRAST_MIN = 4.5

/** The lowest contrast of any text with its own ground, in the page's own colours. */
const LOWEST_CONTRAST = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const channels = (colour) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const light = (colour) => {
    const [r, g, b] = channels(colour).map((c) => {
      const share = c / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (element) => {
    const colour = getComputedStyle(element).backgroundColor
    return channels(colour)[3] === 255 || !element.parentElement
      ? colour
      : ground(element.parentElement)
  }
  let lowest = 21
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))]
    lowest = Math.min(lowest, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05))
  }
  return lowest
})()`

test.each([
  ['a phone in the dark', 390, 'dark'],
  ['a desk by day', 1280, 'light'],
] as const)('/docs on %s fits, asks this host only and complains of nothing', async (...given) => {
  const [, width, colorScheme] = given
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => asked.push(request.url().replace(bench.url, '')))
  await page.goto(`${bench.url}/docs`)
  await page.getByText('Faults on demand').first().waitFor()
  expect(said).toEqual([expect.stringMatching(/^@scalar\/api-reference@[\d.]+$/)])
  // Chromium may ask for an icon twice.
  expect([...new Set(asked)].toSorted()).toEqual([
    '/docs',
    '/docs.css',
    expect.stringMatching(/^\/docs\/scalar-[0-9a-f]+\.js$/),
    '/openapi.json',
    '/sandbox/sandbox.svg',
  ])
  expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
  expect(await page.evaluate<number>(LOWEST_CONTRAST)).toBeGreaterThanOrEqual(CONTRAST_MIN)
  await page.close()
})

test.each(['dark', 'light'] as const)(
  'the contents of /docs lead to an operation with our command, %s',
  async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 844 }, colorScheme })
    const said: string[] = []
    page.on('console', (message) => said.push(message.type()))
    await page.goto(`${bench.url}/docs`)
    const contents = page.getByRole('complementary')
    await contents.getByText('Orders', { exact: true }).click()
    await contents.getByText('Charge for chosen debts of one vehicle').click()
    const operation = page.locator('section[id$="tag/orders/POST/api/v1/orders"]')
    await operation.getByText("-H 'Content-Type: application/json'").waitFor()
    expect(await operation.textContent()).toContain(`curl -X POST '${bench.url}/api/v1/orders'`)
    expect(await page.evaluate<number>(LOWEST_CONTRAST)).toBeGreaterThanOrEqual(CONTRAST_MIN)
    await page.close()
  },
)

test('by keyboard alone the search of /docs leads to an operation', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 844 } })
  await page.goto(`${bench.url}/docs`)
  await page.getByText('Faults on demand').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Charge a card')
  await page.getByRole('option', { name: 'Charge a card' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#tag\/orders/)
  expect(page.url()).toMatch(/#tag\/orders\/POST.*pay-card$/)
  await page.close()
})

test('the other language of /docs is one click away', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 844 }, locale: 'pt-BR' })
  await page.goto(`${bench.url}/docs`)
  await page.getByText('Buscar').first().waitFor()
  await page.click('header a[hreflang="en"]')
  await page.getByText('Search').first().waitFor()
  expect(await page.getAttribute('html', 'lang')).toBe('en')
  await page.close()
})
