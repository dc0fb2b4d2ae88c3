/** The tables of docs/faults.md say what the code does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue, type FaultName } from '../../../src/service/faults/fault.ts'
import { plateRules } from '../../../src/service/faults/plate-rules.ts'
import { Switches } from '../../../src/service/faults/scenario.ts'
import { root } from '../../support/source-files.ts'

const text = readFileSync(join(root, 'docs/faults.md'), 'utf8')

function rowsUnder(header: string): string[][] {
  const from = text.indexOf(header)
  const rows = text.slice(from).split('\n\n')[0]?.split('\n').slice(2) ?? []
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const words = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

test('every plate of the range stands in the table with its fault, and no other', () => {
  const documented = rowsUnder('| Plate |').map(([plate, , fault]) => [
    ...words(plate),
    ...words(fault),
  ])
  const made = new Map(plateRules.map(({ when, fault }) => [when.plate, fault.fault]))
  expect(documented).toEqual([...made])
})

test('every fault stands in the table with its place and what it is given', () => {
  const documented = rowsUnder('| Fault | Place |').map(([fault, place, given]) => ({
    fault: words(fault)[0],
    place,
    // A default may stand in brackets beside a name.
    given: words(given?.replaceAll(/\([^)]*\)/g, '')),
  }))
  const names = Object.keys(catalogue) as FaultName[]
  const made = names.map((fault) => ({
    fault,
    place: catalogue[fault].place,
    given: Object.keys(catalogue[fault].fields),
  }))
  expect(new Set(documented.map(({ fault }) => fault))).toEqual(new Set(names))
  expect(made.filter((each) => !documented.some((row) => sameRow(row, each)))).toEqual([])
})

function sameRow(
  one: { fault: string | undefined; place: string | undefined; given: string[] },
  other: { fault: string; place: string; given: string[] },
): boolean {
  return (
    one.fault === other.fault &&
    one.place === other.place &&
    one.given.join() === other.given.join()
  )
}

test('every switch stands in the table of undecidable points', () => {
  const cells = rowsUnder('| Undecidable |').flatMap((row) => words(row.join(' ')))
  const missing = Object.keys(Switches.properties).filter(
    (name) => !cells.some((cell) => cell.startsWith(name)),
  )
  expect(missing).toEqual([])
})
