import { describe, expect, test } from 'vitest'
import type { MatchInput } from '../../../../src/reconciliation/books/bank/match-statement.ts'
import { back, line, match, paid, told } from './bank-entries.ts'

const TX = 'fr0taTx0000000000000000000A1'
const END = 'E60701190202611031412A1B2C3D4E5F'

type Case = [what: string, input: Partial<MatchInput>, expected: string[]]

function holds(cases: Case[]): void {
  test.each(cases)('%s', (_, input, expected) => {
    expect(told(match(input))).toEqual(expected)
  })
}

describe('an id in the text of a line', () => {
  const A = paid('A', 3, 100, TX)
  holds([
    [
      'is found in other case, between other signs',
      { lines: [line('a', 3, -100, `PIX:${TX.toUpperCase()}/X`)], ours: [A, paid('B', 3, 100)] },
      ['matched/id: a > A', 'only-fleet/null:  > B'],
    ],
    [
      'is found on a day far from its own',
      { lines: [line('a', 3, -100, TX)], ours: [paid('A', 9, 100, TX)] },
      ['date-differs/id: a > A'],
    ],
    [
      'inside a longer word is another id',
      { lines: [line('a', 3, -90, `${TX}9`)], ours: [A] },
      ['only-bank/null: a > ', 'only-fleet/null:  > A'],
    ],
    [
      'of three characters says nothing',
      { lines: [line('a', 3, -90, 'PIX *** ABC')], ours: [paid('A', 3, 100, 'ABC')] },
      ['only-bank/null: a > ', 'only-fleet/null:  > A'],
    ],
    [
      'with another total',
      { lines: [line('a', 3, -90, TX)], ours: [A] },
      ['amount-differs/id: a > A'],
    ],
    [
      'twice: the line nearest to the payment closes it',
      {
        lines: [line('a', 30, -100, TX), line('b', 4, -100, TX), line('c', 4, -90, TX)],
        ours: [A],
      },
      ['matched/id: b > A', 'twice/null: a >  (A)', 'twice/null: c >  (A)'],
    ],
    [
      'of a refund that leaves again is the line of its very amount, beside the payment',
      {
        lines: [line('a', 3, -100, TX), line('b', 5, -40, TX)],
        ours: [A, { ...paid('R', 5, 40, TX), takesBack: true }],
      },
      ['matched/id: a > A', 'matched/id: b > R'],
    ],
    [
      'of a second debit is twice, although a refund leaves again',
      {
        lines: [line('a', 3, -100, TX), line('c', 9, -100, TX)],
        ours: [A, { ...paid('R', 5, 40, TX), takesBack: true }],
      },
      ['matched/id: a > A', 'only-fleet/null:  > R', 'twice/null: c >  (A,R)'],
    ],
    [
      'of a code that was renewed is found on a far day, and beside the new one’s line is twice',
      {
        lines: [line('a', 12, -100, TX), line('b', 9, -100, END)],
        ours: [paid('A', 9, 100, TX, END), paid('B', 12, 100)],
      },
      ['matched/id: b > A', 'only-fleet/null:  > B', 'twice/null: a >  (A)'],
    ],
    [
      'of two parts of one payment',
      { lines: [line('a', 3, -60, TX), line('b', 4, -40, TX)], ours: [A] },
      ['matched/id: a,b > A'],
    ],
    [
      'two ids in one line close both',
      {
        lines: [line('a', 3, -300, `${TX} ${END}`)],
        ours: [A, paid('B', 3, 200, END)],
      },
      ['matched/id: a > A,B'],
    ],
    [
      'one id of two payments: the total tells',
      { lines: [line('a', 3, -200, TX)], ours: [A, paid('B', 3, 200, TX)] },
      ['matched/id: a > B', 'only-fleet/null:  > A'],
    ],
    [
      'one id of two payments of one total: nothing is chosen',
      { lines: [line('a', 3, -100, TX)], ours: [A, paid('B', 3, 100, TX)] },
      ['amount-differs/id: a > A,B'],
    ],
    [
      'money back that names the payment is its refund, however late',
      { lines: [line('a', 3, -100, TX), line('b', 30, 40, TX)], ours: [A, back('R', 5, 40, 'A')] },
      ['date-differs/id: b > R', 'matched/id: a > A'],
    ],
    [
      'money back of another amount than our refund',
      { lines: [line('b', 5, 30, TX)], ours: [A, back('R', 5, 40, 'A')] },
      ['amount-differs/id: b > R', 'only-fleet/null:  > A'],
    ],
    [
      'money back that we know nothing of',
      { lines: [line('b', 5, 30, TX)], ours: [A] },
      ['only-bank/null: b > ', 'only-fleet/null:  > A'],
    ],
  ])
})

describe('a total without an id', () => {
  holds([
    [
      'on the day',
      { lines: [line('a', 3, -100)], ours: [paid('A', 3, 100)] },
      ['matched/total: a > A'],
    ],
    [
      'one business day later, over a weekend',
      { lines: [line('a', 9, -100)], ours: [paid('A', 6, 100)] },
      ['matched/total: a > A'],
    ],
    [
      'paid on a Saturday, posted on the Tuesday',
      { lines: [line('a', 10, -100)], ours: [paid('A', 7, 100)] },
      ['matched/total: a > A'],
    ],
    [
      'over a holiday and a weekend',
      { lines: [line('a', 23, -100)], ours: [paid('A', 19, 100)] },
      ['matched/total: a > A'],
    ],
    [
      'two business days later is nothing',
      { lines: [line('a', 10, -100)], ours: [paid('A', 6, 100)] },
      ['only-bank/null: a > ', 'only-fleet/null:  > A'],
    ],
    [
      'of the other sign is nothing',
      {
        lines: [line('a', 3, 100), line('b', 3, -50)],
        ours: [paid('A', 3, 100), back('R', 3, 50)],
      },
      [
        'only-bank/null: a > ',
        'only-bank/null: b > ',
        'only-fleet/null:  > A',
        'only-fleet/null:  > R',
      ],
    ],
    [
      'of a refund',
      { lines: [line('a', 4, 50)], ours: [back('R', 3, 50)] },
      ['refund/total: a > R'],
    ],
    [
      'as many equal lines as payments of a day are a set',
      { lines: [line('b', 3, -9), line('a', 3, -9)], ours: [paid('B', 3, 9), paid('A', 3, 9)] },
      ['matched/set: a,b > A,B'],
    ],
    [
      'more payments than lines: nothing is chosen',
      { lines: [line('a', 3, -9)], ours: [paid('A', 3, 9), paid('B', 3, 9)] },
      ['only-bank/null: a >  (A,B)', 'only-fleet/null:  > A', 'only-fleet/null:  > B'],
    ],
    [
      'more lines than payments: nothing is chosen',
      { lines: [line('a', 3, -9), line('b', 3, -9)], ours: [paid('A', 3, 9)] },
      ['only-bank/null: a >  (A)', 'only-bank/null: b >  (A)', 'only-fleet/null:  > A'],
    ],
    [
      'the same every day, each posted a day later',
      {
        lines: [line('a', 4, -9), line('b', 5, -9), line('c', 6, -9)],
        ours: [paid('A', 3, 9), paid('B', 4, 9), paid('C', 5, 9)],
      },
      ['matched/total: a > A', 'matched/total: b > B', 'matched/total: c > C'],
    ],
    [
      'a day with as many of both closes beside a day that is not even',
      { lines: [line('a', 3, -9)], ours: [paid('A', 3, 9), paid('B', 4, 9)] },
      ['matched/total: a > A', 'only-fleet/null:  > B'],
    ],
    [
      'two of a day that two days paid are one set',
      { lines: [line('a', 4, -9), line('b', 4, -9)], ours: [paid('A', 3, 9), paid('B', 5, 9)] },
      ['matched/set: a,b > A,B'],
    ],
  ])
})

describe('a line for several payments of a day', () => {
  const three = [paid('A', 3, 100), paid('B', 3, 230), paid('C', 3, 470)]
  const many = Array.from({ length: 11 }, (_, at) => paid(`P${10 + at}`, 3, 10 * 2 ** at))
  const left = many.map(({ id }) => `only-fleet/null:  > ${id}`)
  holds([
    ['all of them', { lines: [line('a', 4, -800)], ours: three }, ['matched/batch: a > A,B,C']],
    [
      'the only part that fits is a candidate for a person, since its sum may be chance',
      { lines: [line('a', 3, -570)], ours: three },
      ['only-bank/null: a >  (A,C)', ...['A', 'B', 'C'].map((id) => `only-fleet/null:  > ${id}`)],
    ],
    [
      'all that an id has left of the day',
      {
        lines: [line('a', 3, -570), line('b', 3, -230, TX)],
        ours: [...three, paid('D', 3, 230, TX)].filter(({ id }) => id !== 'B'),
      },
      ['matched/batch: a > A,C', 'matched/id: b > D'],
    ],
    [
      'two parts that fit: nothing is chosen',
      { lines: [line('a', 3, -570)], ours: [...three, paid('D', 3, 340)] },
      ['only-bank/null: a > ', ...['A', 'B', 'C', 'D'].map((id) => `only-fleet/null:  > ${id}`)],
    ],
    [
      'two lines for the same payments: nothing is chosen',
      { lines: [line('a', 3, -330), line('b', 3, -570)], ours: three },
      [
        'only-bank/null: a >  (A,B)',
        'only-bank/null: b >  (A,C)',
        ...['A', 'B', 'C'].map((id) => `only-fleet/null:  > ${id}`),
      ],
    ],
    [
      'payments of two days are no batch',
      { lines: [line('a', 3, -330)], ours: [paid('A', 3, 100), paid('B', 4, 230)] },
      ['only-bank/null: a > ', 'only-fleet/null:  > A', 'only-fleet/null:  > B'],
    ],
    [
      'more payments than parts are tried of: all together',
      { lines: [line('a', 3, -10 * (2 ** 11 - 1))], ours: many },
      [`matched/batch: a > ${many.map(({ id }) => id).join()}`],
    ],
    [
      'more payments than parts are tried of: no part of them is a candidate',
      { lines: [line('a', 3, -30)], ours: many },
      ['only-bank/null: a > ', ...left],
    ],
    [
      'refunds too',
      { lines: [line('a', 3, 30)], ours: [back('Q', 3, 10), back('R', 3, 20)] },
      ['refund/batch: a > Q,R'],
    ],
  ])
})

test('ages count calendar days from the day of the bank, else from ours', () => {
  const input = { lines: [line('a', 3, -1)], ours: [paid('A', 10, 5)] }
  const ages = (today: string): string[] =>
    match({ ...input, today }).rows.map(({ ageDays, ageClass }) => `${ageDays} ${ageClass}`)
  expect(ages('2026-11-10')).toEqual(['7 0-7', '0 0-7'])
  expect(ages('2026-11-11')).toEqual(['8 8-30', '1 0-7'])
  expect(ages('2026-12-03')).toEqual(['30 8-30', '23 8-30'])
  expect(ages('2026-12-04')).toEqual(['31 31-60', '24 8-30'])
  expect(ages('2027-01-02')).toEqual(['60 31-60', '53 31-60'])
  expect(ages('2027-01-03')).toEqual(['61 over-60', '54 31-60'])
})
