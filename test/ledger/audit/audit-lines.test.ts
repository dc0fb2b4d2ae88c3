/** A line of an exported audit log that somebody wrote or spoiled is no entry, and throws nothing. */
import { expect, test } from 'vitest'
import { entryLine, headLine, readLine } from '../../../src/ledger/audit/audit-lines.ts'
import { chained } from './audit-samples.ts'

const [entry] = chained([
  {
    at: new Date('2026-11-21T12:00:00.123Z'),
    actor: { kind: 'person', name: 'Ana' },
    what: 'approved',
    subject: {},
    facts: '{"total":"10.00"}',
  },
])
if (entry === undefined) throw new Error('unreachable')
const good = entryLine(entry)
const spoiled = (from: string, to: string): string => {
  if (!good.includes(from)) throw new Error(`${from} is not in the line`)
  return good.replace(from, to)
}

test('the line as it was written is the entry', () => {
  expect(readLine(good)).toEqual({ entry })
})

test.each([
  ['nothing', ''],
  ['no JSON', good.slice(1)],
  ['a list', `[${good}]`],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number that is a text', spoiled('"seq":1', '"seq":"1"')],
  ['a number with a fraction', spoiled('"seq":1', '"seq":1.5')],
  ['a number beyond what is exact', spoiled('"seq":1', '"seq":1e300')],
  ['an instant that is none', spoiled('2026-11-21T12:00:00.123Z', 'yesterday')],
  ['no instant', spoiled('"at":"2026-11-21T12:00:00.123Z",', '')],
  ['an actor that is null', spoiled('{"kind":"person","name":"Ana"}', 'null')],
  ['an actor of another kind', spoiled('"person"', '"machine"')],
  ['a subject that is a list', spoiled('"subject":{}', '"subject":[]')],
  ['a subject that is null', spoiled('"subject":{}', '"subject":null')],
  ['facts that are null', spoiled('{"total":"10.00"}', 'null')],
  ['facts that are a list', spoiled('{"total":"10.00"}', '[]')],
  ['one more space', `${good} `],
  ['one more name', spoiled('{"seq"', '{"more":1,"seq"')],
  ['a head without a number', '{"head":{"hash":"x"}}'],
  ['a head with a fraction', '{"head":{"seq":1.5,"hash":"x"}}'],
])('%s is no entry and no head', (_name, line) => {
  expect(readLine(line)).toBeUndefined()
})

test('a head is read as it was written', () => {
  const head = { seq: 7n, hash: 'a'.repeat(64) }
  expect(readLine(headLine(head))).toEqual({ head })
})
