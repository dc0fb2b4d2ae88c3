/** The page at /docs in a real browser: quiet, self-sufficient, and readable on a phone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { type Bench, openBench } from '../service/support/open-service.ts'
import { openBrowser } from '../support/browser.ts'

let bench: Bench
let browser: Browser
beforeAll(async () => {
  bench = await openBench()
  browser = await openBrowser()
})
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
] as const)('%s: it fits, asks for nothing else and complains of nothing', async (...given) => {
  const [, width, colorScheme] = given
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
  const said: string[] = []
  const asked: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${bench.url}/docs`)
  expect(said.filter((text) => !text.includes('favicon'))).toEqual([])
  expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/docs', '/docs.css'])
  expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
  expect(await page.evaluate<number>(LOWEST_CONTRAST)).toBeGreaterThanOrEqual(CONTRAST_MIN)
  await page.evaluate('document.querySelectorAll("details").forEach((d) => (d.open = true))')
  expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
  await page.close()
})

test('the table of contents leads to an operation, and the other language is one click away', async () => {
  const page = await browser.newPage({ locale: 'pt-BR' })
  await page.goto(`${bench.url}/docs`)
  await page.click('nav a[href="#operation-createOrder"]')
  const top = 'document.querySelector("#operation-createOrder").getBoundingClientRect().top'
  expect(Math.abs(await page.evaluate<number>(top))).toBeLessThan(40)
  await page.click('header a[hreflang="en"]')
  expect(await page.getAttribute('html', 'lang')).toBe('en')
  await page.close()
})
