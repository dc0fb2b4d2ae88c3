/** Of a trouble that repeats, the log gets one line now and then. */
import { expect, test } from 'vitest'
import { seldom, TROUBLE_EVERY_MS } from '../../src/queue/seldom.ts'

test('a trouble is told at once, and again only after a while', () => {
  let nowMs = 5
  const told: string[] = []
  const tell = seldom({ uptime: () => nowMs }, (error) => told.push(`${nowMs} ${error.message}`))
  for (const [atMs, message] of [
    [5, 'first'],
    [6, 'the same, from another connection'],
    [4 + TROUBLE_EVERY_MS, 'still'],
    [5 + TROUBLE_EVERY_MS, 'still away'],
  ] as const) {
    nowMs = atMs
    tell(new Error(message))
  }
  expect(told).toEqual(['5 first', `${5 + TROUBLE_EVERY_MS} still away`])
})
