import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStatement } from '../../../src/sheets/statement/read-statement.ts'

const folder = 'fixtures/statements/'
const originals = readdirSync(folder).map((name) => readFileSync(folder + name))
const itau = readFileSync(`${folder}itau.ofx`, 'latin1')
const sicoob = readFileSync(`${folder}sicoob.ofx`, 'utf8')

function withMemo(memo: string): Buffer {
  return Buffer.from(
    itau.replace('INT PAG', () => memo),
    'latin1',
  )
}

const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]>`

/** The code of the refusal, or the number of lines that are read. */
test.each<[string, Uint8Array, string | number]>([
  ['billion laughs', Buffer.from(sicoob.replace('<OFX>', `${LAUGHS}<OFX>`)), 2],
  ['a line of 50 MB', withMemo('X'.repeat(50 * 1024 * 1024)), 'S-BYTES'],
  ['a line of 9 MB', withMemo('X'.repeat(9 * 1024 * 1024)), 3],
  ['a memo of many blanks', withMemo(`A${' '.repeat(500_000)}A`), 3],
  ['tags a hundred thousand deep', withMemo('<A>'.repeat(100_000)), 3],
  ['known elements a hundred thousand deep', withMemo('<BANKACCTTO>'.repeat(100_000)), 3],
  ['lines in lines', withMemo('<STMTTRN>'.repeat(100_000)), 'S-CUT'],
  ['a hundred thousand angles', withMemo('<'.repeat(100_000)), 'S-CUT'],
  ['a comment without its end', withMemo('<!-- '), 'S-CUT'],
  ['tags of the prototype', withMemo('<__proto__>1</__proto__><constructor>2<MEMO>INT'), 3],
  [
    'an amount with a NUL',
    Buffer.from(itau.replace('-174.08', '-17\u00004.08'), 'latin1'),
    'S-AMOUNT',
  ],
  ['mostly NULs', Buffer.from(itau + '\0'.repeat(10)).fill(0, 0, 1_000), 'S-FORMAT'],
  [
    'too many lines',
    Buffer.from(
      itau.replace(/<STMTTRN>[^]*<\/STMTTRN>/, (lines) => lines.repeat(17_000)),
      'latin1',
    ),
    'S-LINES',
  ],
  ['CSV of one endless quote', Buffer.from(`data;valor\n"${'x;'.repeat(100_000)}`), 'S-ROW'],
])('%s ends with an outcome', (_, bytes, outcome) => {
  const { accounts, problems } = readStatement(bytes)
  expect(accounts[0]?.lines.length ?? problems[0]?.code).toBe(outcome)
  expect(Object.keys(Object.prototype)).toEqual([])
})

const PIECES = [
  '<STMTTRN>',
  '</STMTTRN>',
  '</OFX>',
  '<OFX>',
  '<![CDATA[',
  ']]>',
  '&#0;',
  '&#x110000;',
  '&a;',
  '\0',
  '<!--',
  '-->',
  '<',
  '>',
  '"',
  ';',
  ',',
  '\r',
  '<__proto__>',
  '<TRNAMT>',
  '-',
  '9',
  '\xff',
]

const edit = fc.record({
  // Without bias, for otherwise most edits would fall on the first bytes.
  at: fc.noBias(fc.nat({ max: 10_000 })),
  cut: fc.nat({ max: 60 }),
  put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })),
})

test('whatever is changed in a file, it is read or refused with a code, and the same both times', () => {
  const codes = new Set<string>()
  const edits = fc.array(edit, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.constantFrom(...originals), edits, (original, changes) => {
      let text = original.toString('latin1')
      for (const { at, cut, put } of changes) {
        const place = at % (text.length + 1)
        text = text.slice(0, place) + put + text.slice(place + cut)
      }
      const bytes = Buffer.from(text, 'latin1')
      const { accounts, problems } = readStatement(bytes)
      const lines = accounts.flatMap((account) => account.lines)
      expect(lines.every(({ day, cents }) => /^\d{4}-\d\d-\d\d$/.test(day) && cents !== 0n)).toBe(
        true,
      )
      expect(accounts.length === 0 && problems.length !== 1).toBe(false)
      // No movement that is still whole is lost, unless a comment may hide it.
      const whole = new Set(original.toString('latin1').match(/<STMTTRN>[^]*?<\/STMTTRN>/g))
      const count = [...whole].reduce((sum, each) => sum + text.split(each).length - 1, 0)
      const left = problems.filter(({ code }) => code === 'S-BALANCES' || code === 'S-NO-AMOUNT')
      const told = left.reduce((sum, problem) => sum + (problem.count ?? 0), lines.length)
      const isOfx = accounts.length > 0 && /<OFX[\s>]|OFXHEADER/i.test(text)
      const isRead = isOfx && !changes.some(({ put }) => /[!?]/.test(put))
      expect(told).toBeGreaterThanOrEqual(isRead ? count : 0)
      expect(readStatement(bytes)).toEqual({ accounts, problems })
      for (const { code } of problems) codes.add(code)
    }),
    { numRuns: 1_000, seed: 16 },
  )
  // The mutations reach what they are for.
  expect([...codes]).toEqual(expect.arrayContaining(['S-CUT', 'S-AMOUNT', 'S-DATE', 'S-ROW']))
})
