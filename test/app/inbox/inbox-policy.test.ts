/** When a file of the watched folder is complete, in time that only the test moves. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, type FoundFile, type InboxMemory } from '../../../src/app/inbox/inbox-policy.ts'
import { hasEnd } from '../../../src/app/inbox/whole-file.ts'

const SETTLE = 10_000

function found(name: string, given: Partial<FoundFile> = {}): FoundFile {
  const place = { key: name, path: `/in/${name}`, home: '/in', name, fleet: 'sul' }
  return { ...place, size: 1, mtimeMs: 0, inode: '1/1', isClaimed: false, ...given }
}

/** The names that are taken at each look. */
function looks(...steps: readonly [nowMs: number, ...files: FoundFile[]][]): string[][] {
  let memory: InboxMemory = new Map()
  return steps.map(([nowMs, ...files]) => {
    const decision = decide(files, memory, { nowMs, settleMs: SETTLE })
    memory = decision.memory
    return decision.still.map(({ file }) => file.key)
  })
}

test('a file is complete once it was the same at two looks that lie far enough apart', () => {
  const file = found('a')
  expect(looks([0, file], [SETTLE - 1, file], [SETTLE, file])).toEqual([[], [], ['a']])
  expect(looks([1_000_000, file])).toEqual([[]])
})

test.each([{ size: 2 }, { mtimeMs: 5 }, { inode: '1/2' }])(
  'one that changed meanwhile (%j) waits anew',
  (change) => {
    const file = found('a')
    const other = { ...file, ...change }
    const steps = looks([0, file], [SETTLE, other], [2 * SETTLE - 1, other], [2 * SETTLE, other])
    expect(steps).toEqual([[], [], [], ['a']])
  },
)

test('one that went and came back waits anew', () => {
  const file = found('a')
  expect(looks([0, file], [5_000], [SETTLE, file], [2 * SETTLE, file])).toEqual([[], [], [], ['a']])
})

test('what was begun goes first, then the oldest, so that the newest has the last word', () => {
  const files = [
    found('new', { mtimeMs: 9 }),
    found('b', { mtimeMs: 3 }),
    found('a', { mtimeMs: 3 }),
    found('begun', { mtimeMs: 20, isClaimed: true }),
  ]
  expect(looks([0, ...files], [SETTLE, ...files])[1]).toEqual(['begun', 'a', 'b', 'new'])
})

test('it says how many wait and when the first of them may be complete', () => {
  const first = decide([found('a')], new Map(), { nowMs: 0, settleMs: SETTLE })
  const files = [found('a'), found('b')]
  const second = decide(files, first.memory, { nowMs: 4_000, settleMs: SETTLE })
  expect(second).toMatchObject({ waiting: 2, againAtMs: SETTLE })
  expect(decide([], second.memory, { nowMs: 0, settleMs: SETTLE })).toMatchObject({
    waiting: 0,
    againAtMs: undefined,
  })
})

test('whatever is written when, nothing is taken that changed within the time', () => {
  const step = fc.record({ afterMs: fc.integer({ min: 0, max: 15_000 }), size: fc.nat(2) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let nowMs = 0
      let changedAtMs = 0
      let size = -1
      let memory: InboxMemory = new Map()
      for (const each of steps) {
        nowMs += each.afterMs
        if (each.size !== size) changedAtMs = nowMs
        size = each.size
        const decision = decide([found('a', { size })], memory, { nowMs, settleMs: SETTLE })
        memory = decision.memory
        const isTaken = decision.still.length === 1
        expect(isTaken).toBe(nowMs - changedAtMs >= SETTLE)
      }
    }),
    { seed: 6 },
  )
})

test('the end of a workbook is its table of contents; text ends before what is not written yet', () => {
  const zip = Buffer.from('PK\u0003\u0004', 'latin1')
  const end = Buffer.from('…PK\u0005\u0006\0\0\0\0', 'latin1')
  expect(hasEnd(zip, end)).toBe(true)
  expect(hasEnd(zip, Buffer.from('PK\u0003\u0004 cut'))).toBe(false)
  const head = Buffer.from('plac')
  expect(hasEnd(head, Buffer.from('a;b\r\n'))).toBe(true)
  expect(hasEnd(head, Buffer.from('a;b\n', 'utf16le'))).toBe(true)
  expect(hasEnd(head, Buffer.from('a;b\0\0'))).toBe(false)
  expect(hasEnd(Buffer.alloc(4), Buffer.alloc(0))).toBe(true)
})
