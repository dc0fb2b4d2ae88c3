import { expect, test } from 'vitest'
import type { ReadLine } from '../../../../src/ledger/books/bank-lines.ts'
import {
  repeatedLines,
  type GivenLine,
} from '../../../../src/reconciliation/books/bank/repeated-lines.ts'

const AT = new Date('2026-11-10T12:00:00Z')

/** `key day cents`, of the account that a CSV names; keys of an OFX's ids are capitals. */
function line(text: string, account = '12345-6'): GivenLine {
  const [identity = '', day = '', cents = ''] = text.split(' ')
  const when = { day: `2026-11-${day}`, cents: BigInt(cents) }
  return { identity, account, ...when, memo: '', reference: '', hasId: /^[A-Z]/.test(identity) }
}

function read(text: string, account = '0341/0001/12345-6'): ReadLine {
  return { ...line(text, account), fileName: 'nov.ofx', importedAt: AT }
}

test.each<[what: string, given: GivenLine[], known: ReadLine[], repeated: string[]]>([
  ['a line of another file', [line('a 03 -100')], [read('F1 03 -100')], ['a']],
  ['no line that was read before', [line('a 03 -100')], [read('a 03 -100')], []],
  [
    'no second line of a longer statement, which has the first one too',
    [line('F1 03 -100'), line('F2 03 -100')],
    [read('F1 03 -100')],
    [],
  ],
  ['as many as there are', [line('a 03 -100'), line('b 03 -100')], [read('F1 03 -100')], ['a']],
  [
    'a line of a CSV that names the branch too',
    [line('a 03 -100', '0001/12345-6')],
    [read('F1 03 -100')],
    ['a'],
  ],
  [
    'a line of an OFX after such a CSV',
    [line('F1 03 -100', '0341/0001/12345-6')],
    [read('a 03 -100', '0001/12345-6')],
    ['F1'],
  ],
  [
    'none of another OFX of a bank without branches',
    [line('F2 03 -100', '0260/12345-6')],
    [read('F1 03 -100', '0260/12345-6')],
    [],
  ],
  [
    'none of another OFX, whose ids say that it is a second debit',
    [line('F2 03 -100', '0341/0001/12345-6')],
    [read('F1 03 -100')],
    [],
  ],
  [
    'none of another bank with the same number of an account',
    [line('F1 03 -100', '0237/0001/12345-6')],
    [read('G1 03 -100')],
    [],
  ],
  ['none of another day', [line('a 04 -100')], [read('F1 03 -100')], []],
  ['none of another amount', [line('a 03 100')], [read('F1 03 -100')], []],
  ['none of another account', [line('a 03 -100', '777-1')], [read('F1 03 -100')], []],
])('of a statement is repeated: %s', (_, given, known, repeated) => {
  const found = repeatedLines(given, known)
  expect(found.map(({ line: { identity } }) => identity)).toEqual(repeated)
  expect(found.every(({ fileName }) => fileName === 'nov.ofx')).toBe(true)
})
