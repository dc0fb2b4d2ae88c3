import { describe, expect, test } from 'vitest'
import type { MatchInput } from '../../../../src/reconciliation/books/bank/match-statement.ts'
import { waitsForPerson } from '../../../../src/reconciliation/books/bank/waits-for-person.ts'
import { line, match, paid, said, told } from './bank-entries.ts'

const TX = 'fr0taTx0000000000000000000A1'

type Case = [what: string, input: Partial<MatchInput>, expected: string[]]

describe('a word of a person', () => {
  const A = paid('A', 3, 100, TX)
  const kept = match({ lines: [line('a', 3, -100, TX)], ours: [A] }).closures
  test.each<Case>([
    [
      'that names a payment goes before an id',
      {
        lines: [line('a', 3, -100, TX)],
        ours: [A, paid('B', 9, 100)],
        closures: [said('a', 'B')],
      },
      ['matched/person: a > B', 'only-fleet/null:  > A'],
    ],
    [
      'goes before what was matched, whose other part is free again',
      {
        lines: [line('a', 3, -100, TX), line('b', 3, -100)],
        ours: [A],
        closures: [...kept, said('a')],
      },
      ['matched/total: b > A', 'not-ours/person: a > '],
    ],
    [
      'of another total is matched, too',
      { lines: [line('a', 3, -90)], ours: [A], closures: [said('a', 'A')] },
      ['matched/person: a > A'],
    ],
    [
      'the last one of a line counts',
      {
        lines: [line('a', 3, -100)],
        ours: [A],
        closures: [said('a'), said('a', 'A')],
      },
      ['matched/person: a > A'],
    ],
    [
      'two lines for one payment belong together',
      {
        lines: [line('a', 3, -60), line('b', 9, -40)],
        ours: [A],
        closures: [said('a', 'A'), said('b', 'A')],
      },
      ['matched/person: a,b > A'],
    ],
    [
      'a second line that pays the same once more is told as twice',
      {
        lines: [line('a', 3, -100), line('b', 3, -100), line('c', 4, -100)],
        ours: [A],
        closures: ['a', 'b', 'c'].map((key) => said(key, 'A')),
      },
      ['matched/person: a > A', 'twice/null: b >  (A)', 'twice/null: c >  (A)'],
    ],
    [
      'the line that was named first pays, whatever its key or day',
      {
        lines: [line('a', 3, -100), line('b', 4, -100)],
        ours: [A],
        closures: ['b', 'a'].map((key) => said(key, 'A')),
      },
      ['matched/person: b > A', 'twice/null: a >  (A)'],
    ],
    [
      'of a batch, a line that pays a part of it once more is told as twice',
      {
        lines: [line('a', 3, -100), line('b', 4, -150)],
        ours: [A, paid('B', 3, 50)],
        closures: [said('a', 'A'), said('b', 'A', 'B')],
      },
      ['matched/person: b > A,B', 'twice/null: a >  (A)'],
    ],
    [
      'a small second line beside the whole payment is interest, and not a payment once more',
      {
        lines: [line('a', 3, -100), line('b', 3, -2)],
        ours: [A],
        closures: ['a', 'b'].map((key) => said(key, 'A')),
      },
      ['matched/person: a,b > A'],
    ],
    [
      'that a line paid twice is not ours ends it',
      {
        lines: [line('a', 3, -100), line('b', 3, -100)],
        ours: [A],
        closures: [said('a', 'A'), said('b', 'A'), said('b')],
      },
      ['matched/person: a > A', 'not-ours/person: b > '],
    ],
  ])('%s', (_, input, expected) => {
    expect(told(match(input))).toEqual(expected)
  })

  test('of which one line pays the same once more leaves that line waiting for a person', () => {
    const lines = [line('a', 3, -100), line('b', 3, -100)]
    const words = lines.map(({ identity }) => said(identity, 'A'))
    const { rows, closures } = match({ lines, ours: [A], closures: words })
    expect(rows.filter(waitsForPerson).map((row) => row.lines)).toEqual([[lines[1]]])
    expect(closures).toMatchObject([{ how: 'person', lines: ['a'], movements: ['A'] }])
  })

  test('of another total waits for nobody any more, and is kept so that the bank dates it', () => {
    const words = [said('a', 'A')]
    const { rows, closures } = match({
      lines: [line('a', 3, -90)],
      ours: [A],
      closures: words,
    })
    expect(rows.filter(waitsForPerson)).toEqual([])
    expect(closures).toMatchObject([{ how: 'person', lines: ['a'], movements: ['A'] }])
  })

  test('what was matched stays, although a better line comes', () => {
    const near = { lines: [line('z', 4, -100)], ours: [paid('A', 3, 100)] }
    const first = match(near)
    const lines = [...near.lines, line('a', 3, -100)]
    const both = match({ ...near, lines, closures: first.closures })
    expect(told(both)).toEqual(['matched/total: z > A', 'only-bank/null: a > '])
  })

  test('of two earlier matches of one payment the first one counts', () => {
    const [first] = kept
    const both = first === undefined ? [] : [first, { ...first, lines: ['b'] }]
    const lines = [line('a', 3, -100), line('b', 3, -100)]
    expect(told(match({ lines, ours: [A], closures: both }))).toEqual([
      'matched/id: a > A',
      'only-bank/null: b > ',
    ])
  })

  test('the second line for a payment that an earlier statement closed is told as twice', () => {
    const lines = [line('a', 3, -100, TX), line('b', 20, -100, TX)]
    const later = match({ lines, ours: [A], closures: kept })
    expect(told(later)).toEqual(['matched/id: a > A', 'twice/null: b >  (A)'])
  })

  test('a line that names a payment takes it from an earlier match by total or batch', () => {
    const ours = [A, paid('B', 3, 50, `${TX}B`)]
    const named = [line('a', 4, -100, TX), line('b', 4, -50, `${TX}B`)]
    for (const cents of [100, 150]) {
      const first = match({ lines: [line('s', 3, -cents)], ours: cents === 100 ? [A] : ours })
      expect(first.closures).toHaveLength(1)
      const lines = [line('s', 3, -cents), ...named]
      expect(told(match({ lines, ours, closures: first.closures }))).toEqual([
        'matched/id: a > A',
        'matched/id: b > B',
        'only-bank/null: s > ',
      ])
    }
  })

  test('a line matched by its total is of the payment that it names, once that is known', () => {
    const named = line('a', 3, -100, `${TX}B`)
    const first = match({ lines: [named], ours: [A] })
    const both = { lines: [named], ours: [A, paid('B', 3, 100, `${TX}B`)] }
    expect(told(match({ ...both, closures: first.closures }))).toEqual([
      'matched/id: a > B',
      'only-fleet/null:  > A',
    ])
  })

  test('a line for an order that was paid once more leaves the first payment with its line', () => {
    const first = match({ lines: [line('a', 3, -100)], ours: [A] })
    const again = { ...paid('B', 9, 100, TX), orderId: A.orderId }
    const lines = [line('a', 3, -100), line('b', 9, -100, TX)]
    expect(told(match({ lines, ours: [A, again], closures: first.closures }))).toEqual([
      'matched/id: b > B',
      'matched/total: a > A',
    ])
  })

  test('a total that differs is judged anew when the facts come', () => {
    const first = match({ lines: [line('a', 3, -90, TX)], ours: [A] })
    expect(first.closures).toEqual([])
    const again = match({ lines: [line('a', 3, -90, TX)], ours: [paid('A', 3, 90, TX)] })
    expect(told(again)).toEqual(['matched/id: a > A'])
  })
})
