/** docs/money.md says what the engine does, cell by cell, and names a file for each state. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SentKind } from '../../src/ledger/effects/effects.ts'
import { STATES } from '../effects/allowed-moves.ts'
import { FAULTS } from '../effects/fake-service.ts'
import { root } from '../support/source-files.ts'
import { CRASHES, runCell } from './money-cell.ts'
import { withMoneyTables } from './money-tables.ts'
import { RENEWAL_CRASHES, runRenewalCell } from './renewal-cell.ts'

const page = readFileSync(join(root, 'docs/money.md'), 'utf8')
const KINDS: readonly SentKind[] = ['register', 'consult', 'order']
const cells = FAULTS.flatMap((fault) => CRASHES.map((crash) => ({ fault, crash })))

test('the page shows what every cell ends in (npm run docs:money)', async () => {
  expect(await withMoneyTables(page)).toBe(page)
})

describe.each(KINDS)('%s, under every fault and every crash', (kind) => {
  test('at most one is made, and the ledger says so', async () => {
    for (const { fault, crash } of cells) {
      const { state, made } = await runCell({ kind, fault, crash })
      const isKnown = state === 'done' || state === 'adopted'
      expect({ fault, crash, made, isKnown }).toMatchObject({ made: isKnown ? 1 : 0 })
    }
  })

  test('it ends where this kind may end, after two requests at most', async () => {
    for (const { fault, crash } of cells) {
      const { state, sent } = await runCell({ kind, fault, crash })
      const refusable = ['422', '409'].includes(fault) ? ['rejected'] : []
      expect(['done', 'adopted', ...refusable]).toContain(state)
      expect(sent).toBeLessThanOrEqual(2)
    }
  })
})

test('a Pix code is asked for until the order shows one', async () => {
  for (const fault of FAULTS) {
    for (const crash of RENEWAL_CRASHES) {
      expect(await runRenewalCell(fault, crash)).toMatchObject({ hasCode: true })
    }
  }
})

test('every state has a line with one file that decides it', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('| **'))
  expect(new Set(lines.map((line) => /\*\*([\w-]+)\*\*/.exec(line)?.[1]))).toEqual(new Set(STATES))
  for (const line of lines) {
    const files = [...line.matchAll(/\]\(\.\.\/(src\/[\w./-]+)\)/g)].map(([, path]) => path ?? '')
    expect({ line, files: files.length }).toMatchObject({ files: 1 })
    expect(existsSync(join(root, files[0] ?? ''))).toBe(true)
  }
})
