/**
 * A person enrols a second factor by the keyboard alone, signs out, and in again with a code of the
 * app and then with a recovery code; no page of it has a finding of axe, in either language.
 */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { openTestConsole, PASSWORD, type TestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { axeFindings } from './printed-page.ts'

const STORY_MS_MAX = 240_000
const STEP_MS = 30_000

const browser = await openBrowser()
afterAll(() => browser.close())

/** `steps` from now: each code works once, and one step ahead is still right. */
const codeOf = (key: string, steps: number): string =>
  new TOTP({ secret: key }).generate({ timestamp: wallClock.now() + steps * STEP_MS })

async function begin(pages: TestConsole): Promise<Page> {
  await pages.enter('Bia', 'approver')
  const context = await browser.newContext({ bypassCSP: true })
  return context.newPage()
}

test.each(['pt-BR', 'en'])(
  'in %s a factor is enrolled and asked for without a mouse',
  async (locale) => {
    await using pages = await openTestConsole({ FROTA_LOCALE: locale, FROTA_CONSOLE_FACTOR: '' })
    const page = await begin(pages)
    const findings: string[] = []
    const look = async (where: string): Promise<void> => {
      for (const width of [1100, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const found = await axeFindings(page)
        findings.push(...found.map((each) => `${where} ${width}: ${each}`))
        const over = 'document.documentElement.scrollWidth - window.innerWidth'
        if ((await page.evaluate<number>(over)) > 0) findings.push(`${where} ${width}: too wide`)
      }
    }
    const type = async (name: string, text: string): Promise<void> => {
      await page.locator(`main input[name="${name}"]`).focus()
      await page.keyboard.type(text)
    }
    const send = async (): Promise<void> => {
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    }
    const signIn = async (): Promise<void> => {
      await page.goto(`${pages.origin}/sign-in`)
      await type('name', 'Bia')
      await type('password', PASSWORD)
      await send()
    }
    const heading = (): Promise<string> => page.locator('h1').innerText()

    await signIn()
    expect(page.url()).toBe(`${pages.origin}/factor`)
    await look('none')
    await type('old', PASSWORD)
    await send()
    await look('key')
    const key = await page.locator('code.code').innerText()
    await type('code', codeOf(key, 0))
    await send()
    await look('codes')
    const codes = await page.locator('li code').allInnerTexts()
    expect(codes).toHaveLength(10)
    await page.locator('main a.button').focus()
    await send()
    expect(page.url()).not.toContain('/factor')

    await page.locator('form[action="/sign-out"] button').focus()
    await send()
    await signIn()
    expect(page.url()).toContain('/sign-in/code')
    await look('code')
    await page.goto(`${pages.origin}/proposals`)
    expect(page.url()).not.toContain('/factor')
    expect(await page.locator('form[action="/sign-out"]').count()).toBe(0)
    await signIn()
    await type('code', codeOf(key, 1))
    await send()
    await page.goto(`${pages.origin}/factor`)
    await look('has')
    expect(await heading()).toBe(locale === 'en' ? 'Second factor' : 'Segundo fator')
    expect(await page.content()).not.toContain(key)

    await page.locator('form[action="/sign-out"] button').focus()
    await send()
    await signIn()
    await type('code', codes[0] ?? '')
    await send()
    await page.goto(`${pages.origin}/factor`)
    expect(await page.locator('main').innerText()).toContain(' 9 ')
    await page.context().close()
    expect(findings).toEqual([])
  },
  STORY_MS_MAX,
)
