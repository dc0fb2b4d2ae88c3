/**
 * A process of its own judges the files; its peak of memory is what Linux counted. Node's `maxRSS`
 * begins with what the process that forked it had, which grows with the tests before. Of each kind
 * the first files are judged; `npm run test:long` judges all.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { howMany } from '../../support/extent.ts'
import { folderForFile } from '../../support/for-file.ts'
import { root } from '../../support/source-files.ts'
import {
  odsOf,
  odsRow,
  odsTable,
  row,
  sheetData,
  textRow,
  VEHICLE,
  xlsxOf,
} from '../../sheets/workbook/make-workbook.ts'

const MEGABYTES_MAX = 300

/** Of each file: what is stored of it, `start`, then `part` for as many megabytes. */
const PEAK = `
  const { judgeFile } = await import('./src/reconciliation/intake/judge-file.ts')
  const { readFileSync } = await import('node:fs')
  for (const [stored, start, part, megabytes] of JSON.parse(process.argv[1])) {
    const piece = Buffer.from(part.repeat(Math.ceil(65536 / (part.length || 1))), 'latin1')
    const file = await judgeFile(async function* () {
      if (stored !== '') yield readFileSync(stored)
      yield Buffer.from(start, 'latin1')
      for (let at = 0; at < megabytes * 16; at++) yield piece
    })
    const kilobytes = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
    const peak = Math.round(Number(kilobytes) / 1024)
    console.log(JSON.stringify([file.refused?.code ?? 'read', peak]))
  }
`

type Made = readonly [stored: string, start: string, part: string, megabytes: number]

/** What each file gets, and the peak until then. */
function peaksOf(made: readonly Made[]): (readonly [code: string, peak: number])[] {
  const args = ['--input-type=module', '-e', PEAK, JSON.stringify(made)]
  const told = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return told
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, number])
}

const HEADS = '<tr><th>placa<th>renavam<th>uf<th>cpf</tr>'

const texts = [
  ['one cell', 'placa;renavam;uf;cpf\n"', 'x', 60, 'F-RECORD'],
  ['cells over two rows', `<table>${HEADS}`, '<tr><td rowspan=2>x', 9, 'F-WORKBOOK-DAMAGED'],
  ['line ends', 'placa;renavam;uf;cpf', '\n', 60, 'F-ROWS'],
  ['an old Excel file', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'x', 60, 'F-BINARY'],
  ['a page of attributes', '<table title="', 'x', 60, 'F-WORKBOOK-BYTES'],
  ['tags that are never closed', '<table>', '<b>', 9, 'F-EMPTY'],
  ['an attribute', '<table title="', 'x', 9, 'F-BINARY'],
] as const

/** Blocks that stand alone are packed once and repeated. */
function packedTimes(text: string, times: number): Uint8Array {
  const block = deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: times }, () => block), Buffer.from([3, 0])])
}

const sharedTexts = (): string =>
  Array.from({ length: 1_400_000 }, (_, at) => {
    return `<si><t>${((at * 2_654_435_761) % 2 ** 32).toString(36)} shared by cells</t></si>`
  }).join('')
const REPEATED = ' table:number-rows-repeated="1000000"'

const workbooks = [
  [
    'ten gigabytes behind a sheet',
    () => {
      const size = (600 * 16 * 2 ** 20) % 2 ** 32
      return xlsxOf({ sheet: '', entry: { packed: packedTimes(' '.repeat(2 ** 24), 600), size } })
    },
    'F-WORKBOOK-RATIO',
  ],
  [
    'a row that is repeated a million times',
    () => odsOf(odsTable('Frota', odsRow(VEHICLE, REPEATED))),
    'F-ROWS',
  ],
  [
    'a million shared texts',
    () =>
      xlsxOf({
        sheet: sheetData(textRow(2, VEHICLE)).replace('Placa', 'x'),
        strings: sharedTexts(),
      }),
    'F-MISSING-COLUMN',
  ],
  [
    'rows without end',
    () => {
      const many = Array.from({ length: 250_000 }, (_, at) => row(at + 2, `<c><v>${at}</v></c>`))
      return xlsxOf({ sheet: sheetData(many.join('')) })
    },
    'F-ROWS',
  ],
] as const

const folder = await folderForFile('peak')

test('no file takes more memory than it may, however many megabytes it unfolds to', () => {
  const few = <Kind>(all: readonly Kind[]): readonly Kind[] => all.slice(0, howMany(2, all.length))
  const files = [
    ...few(workbooks).map(([name, make, code]) => {
      const stored = join(folder, name)
      writeFileSync(stored, make())
      return { name, code, made: [stored, '', '', 0] as Made }
    }),
    ...few(texts).map(([name, start, part, megabytes, code]) => {
      return { name, code, made: ['', start, part, megabytes] as Made }
    }),
  ]
  // What one file leaves to the collector counts for the next: few share a process, and all do not.
  const made = files.map((file) => file.made)
  const peaks = howMany(1, 0) === 1 ? peaksOf(made) : made.flatMap((one) => peaksOf([one]))
  const told = files.map(({ name }, at) => ({ name, code: peaks[at]?.[0] }))
  expect(told).toEqual(files.map(({ name, code }) => ({ name, code })))
  expect(Math.max(...peaks.map(([, peak]) => peak))).toBeLessThan(MEGABYTES_MAX)
})
