/** What axe finds on a page, and what would be cut if it were printed on A4. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** A4 at 96 dots an inch, less the margins of the page's style (14 mm). */
const A4_WIDTH = 794 - 2 * 53
const A4_HEIGHT = 1123 - 2 * 53
const NOT_PRINTED = 'nav, form, button, .button, input, select, textarea'

/**
 * All that axe finds, or what these rules of it find. The page's context must bypass its content
 * policy, since axe is a script; it stays in the page until the next one is loaded.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.addScriptTag({ path: AXE })
  const chosen = rules === undefined ? {} : { runOnly: rules }
  const options = JSON.stringify({ ...chosen, resultTypes: ['violations'] })
  return page.evaluate<string[]>(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  )
}

/** What of a page of the console would be missing, unreadable or out of place on paper. */
export async function printFindings(page: Page): Promise<string[]> {
  const columns = `[...document.querySelectorAll('th')].filter((each) => each.checkVisibility())
    .map((each) => each.textContent.trim())`
  const onScreen = await page.evaluate<string[]>(columns)
  const cut = await cutOnA4(page)
  const left = await page.evaluate<string[]>(`[...document.querySelectorAll('${NOT_PRINTED}')]
    .filter((each) => each.checkVisibility())
    .map((each) => 'shown: ' + each.outerHTML.slice(0, 60))`)
  const onPaper = await page.evaluate<string[]>(columns)
  const missing = onScreen.filter((each) => !onPaper.includes(each))
  const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const dark = ground === 'rgb(255, 255, 255)' ? [] : [`ground: ${ground}`]
  const pale = await axeFindings(page, ['color-contrast'])
  return [...cut, ...left, ...missing.map((each) => `no column: ${each}`), ...dark, ...pale]
}

export async function cutOnA4(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: A4_WIDTH, height: A4_HEIGHT })
  await page.emulateMedia({ media: 'print' })
  return page.evaluate<string[]>(`[...document.querySelectorAll('main, table, td, th, img')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 ||
      each.getBoundingClientRect().right > ${A4_WIDTH} + 1)
    .map((each) => each.tagName + ' ' + each.textContent.slice(0, 40))`)
}
