/** What is seen of a JSON text beside its value agrees with what a parser makes of it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonShape } from '../../src/web/json-shape.ts'

/** JSON as it is written: an object may name a key twice, and any character may be escaped. */
type Node =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Node])[] }

const awkward = fc.constantFrom('', 'a', 'b', '"', ':', '{', '}', '[', ']', 'a:"b', 'é', '\n')
// No backslash in a key: Node 26.10 takes the escape "\u0061" for a key that it has seen and that
// is spelt with the first characters of the escape, so that one parse changes what another reads.
const key = fc
  .oneof(awkward, awkward, fc.string({ unit: 'binary', maxLength: 3 }))
  .map((name) => name.replaceAll('\\', '/'))
const value = fc.oneof(key, fc.constantFrom('\\', '\\"', '\\\\', '\\":', '{\\'))
const plain = fc
  .oneof(fc.integer(), fc.boolean(), fc.constant(null), value, fc.double({ noNaN: true }))
  .map((value) => ({ kind: 'plain', text: JSON.stringify(value) }) as const)

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    plain,
    fc.array(tie('node'), { maxLength: 3 }).map((items) => ({ kind: 'list', items }) as const),
    fc
      .array(fc.tuple(key, tie('node')), { maxLength: 4 })
      .map((members) => ({ kind: 'object', members }) as const),
  ),
}))

/** `escapes` decides which characters are written as an escape, so that one key has many texts. */
function written(value: Node, escapes: () => boolean): string {
  if (value.kind === 'plain') return value.text
  if (value.kind === 'list') {
    return `[${value.items.map((each) => written(each, escapes)).join(' ,')}]`
  }
  const members = value.members.map(([name, each]) => {
    const text = name.replaceAll(/[^]/g, (one) =>
      escapes()
        ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
        : JSON.stringify(one).slice(1, -1),
    )
    return `"${text}" : ${written(each, escapes)}`
  })
  return `{${members.join(', ')}}`
}

function repeats(value: Node): boolean {
  if (value.kind === 'plain') return false
  if (value.kind === 'list') return value.items.some(repeats)
  const names = value.members.map(([name]) => name)
  return new Set(names).size < names.length || value.members.some(([, each]) => repeats(each))
}

function depthOf(value: Node): number {
  if (value.kind === 'plain') return 0
  const inner = value.kind === 'list' ? value.items : value.members.map(([, each]) => each)
  return 1 + Math.max(0, ...inner.map(depthOf))
}

test('a key is told just when it stands twice in one object, however it is written', () => {
  let found = 0
  fc.assert(
    fc.property(node, fc.infiniteStream(fc.boolean()), (tree, choices) => {
      const text = written(tree, () => choices.next().value === true)
      const shape = jsonShape(text)
      const isRepeated = repeats(tree)
      if (isRepeated) found++
      expect(shape.repeated !== undefined).toBe(isRepeated)
      expect(shape.depth).toBe(depthOf(tree))
    }),
    { numRuns: 2_000 },
  )
  expect(found).toBeGreaterThan(100)
})

test('what JSON.stringify writes repeats no key, however it is indented', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(jsonShape(text).repeated).toBeUndefined()
    }),
  )
})

test.each([
  ['"[[[[" ', { depth: 0 }],
  ['{"a":["\\"[[", {}]}', { depth: 3 }],
  ['1', { depth: 0 }],
  ['{"a:b":"c:d"}', { depth: 1 }],
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', { depth: 3 }],
  ['{"a":1,"\\u0061":2}', { depth: 1, repeated: 'a' }],
  ['"never ends', { depth: 0 }],
  ['"\\', { depth: 0 }],
])('%s is read so', (text, shape) => {
  expect(jsonShape(text)).toEqual({ repeated: undefined, ...shape })
})
