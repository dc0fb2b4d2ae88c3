/** Some nights of a small fleet leave nothing behind but facts. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('six nights of forty vehicles grow by their facts only', async () => {
  const bench = new URL('../../bench/nights/main.ts', import.meta.url).pathname
  const args = [bench, '--nights', '6', '--vehicles', '40', '--each', '3']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.match(/^night \d+/gm)).toEqual(['night 3', 'night 6'])
  expect(stdout).toContain('Nothing grew beyond its facts.')
})
