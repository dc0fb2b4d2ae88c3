/**
 * The file that goes back: checked again it gets the same verdicts, the rows to fix still need it,
 * and fixed (`frota check --fix`) it holds what was repaired, and nothing else changes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import type { JudgedRow } from '../../../src/reconciliation/intake/judged.ts'
import { differsChecked, differsToFix } from './check-again.ts'
import type { Answer } from './judge-bytes.ts'
import { codesOf, GOOD, HEADER, judgeBytes, judged, writtenBack } from './judge-bytes.ts'
import { fixtureBytes, readFixtures } from './table-fixtures.ts'

const FLEETS = 'fixtures/fleets'
/** What the fleet without these columns is read with. */
const OWNER = { defaults: { uf: 'PE', ownerDocument: '11.222.333/0001-81' } }

const files: [string, Uint8Array, JudgeOptions][] = [
  ...readdirSync(FLEETS).map((name): [string, Uint8Array, JudgeOptions] => [
    name,
    readFileSync(`${FLEETS}/${name}`),
    name === 'municipal-cp1252.csv' ? OWNER : {},
  ]),
  ...Object.entries(readFixtures()).flatMap(([name, { readings }]) =>
    readings.map(({ options }): [string, Uint8Array, JudgeOptions] => [
      name,
      fixtureBytes(name),
      options,
    ]),
  ),
]

test.each(files)('%s gets the same verdicts when it is checked again', async (_, bytes, given) => {
  const answer = await judgeBytes(bytes, given)
  if ('refused' in answer) return
  // Hostile files come back in either language (test/fuzz).
  expect(await differsChecked(answer, given, 'pt-BR')).toBeUndefined()
  expect(await differsToFix(answer, given, 'en')).toBeUndefined()
})

/** Codes of values that were changed; a row in quotes is unwrapped by any writing. */
function repairsOf({ verdict, issues }: JudgedRow): string[] {
  if (verdict === 'rejected') return []
  return issues.filter((each) => each.repaired !== undefined).map(({ code }) => code)
}

/** A line that only stood between two stray quotes may be read once it stands by itself. */
const vehiclesOf = ({ rows }: Answer, { rows: before }: Answer) =>
  rows
    .filter((_, at) => !codesOf(before[at]).includes('R-QUOTE'))
    .map(({ vehicle, verdict }) => vehicle ?? verdict)

/** As a number, whatever its notation: zeros in front and formats are no digits of it. */
function numberIn(cell: string): string {
  const plain = cell.normalize('NFKC').replace(/^="|"$|[^0-9A-Za-z,.+]/g, '')
  const text = /^[0-9]+[.,][0-9]+E[+]?[0-9]+$/i.test(plain)
    ? String(Number(plain.replace(',', '.')))
    : plain.replace(/^([0-9]{6,})[.,]0{1,2}$/, '$1').replace(/[,.+]/g, '')
  return text.replace(/^0+/, '').toUpperCase()
}

test.each(files)(
  '%s, fixed, gives the same vehicles and needs no repair',
  async (_, bytes, given) => {
    const options = { ...given, repairPlates: true }
    const before = await judgeBytes(bytes, options)
    if ('refused' in before) return
    const after = await judged(await writtenBack(before, { rows: 'all', fix: true }), options)
    expect(vehiclesOf(after, before)).toEqual(vehiclesOf(before, before))
    const { allColumns, columns } = before.file.understood
    // One cell cannot hold the plate alone and the state alone.
    const stays = columns.plate === columns.uf ? ['W-SPLIT'] : []
    expect(after.rows.flatMap(repairsOf).filter((code) => !stays.includes(code))).toEqual([])
    const numbers = [columns.renavam, columns.ownerDocument]
    for (const [at, row] of before.rows.entries()) {
      for (const [place, text] of row.fixes ?? []) {
        expect(after.rows[at]?.rawCells[place]).toBe(text)
        const old = numbers.includes(allColumns[place] ?? '') ? (row.rawCells[place] ?? '') : text
        expect(numberIn(text)).toBe(numberIn(old))
      }
    }
  },
)

test('both of two equal columns are fixed, and what the encoding cannot hold is left', async () => {
  const twins = `${HEADER};placa\n${GOOD.replace('ABC1C34', 'abc1c34')};abc1c34\n`
  const fixed = await writtenBack(await judged(twins), { rows: 'all', fix: true })
  expect(codesOf((await judged(fixed)).rows[0])).toEqual([])
  const emoji = Buffer.from('ð\u009f\u009a\u009a', 'latin1')
  const line = Buffer.from(`${HEADER};obs\n${GOOD.replace('Van 1', '')}`)
  const odd = Buffer.concat([line, emoji, Buffer.from(';\xe7\n', 'latin1')])
  const back = await writtenBack(await judged(odd), { rows: 'all', fix: true })
  expect(Buffer.from(back).includes(emoji)).toBe(true)
})
