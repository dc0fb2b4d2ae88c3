/**
 * docs/intake.md's table of imperfect files: each line has its proof, and each fixture gets what it
 * must, in every encoding and dialect that can hold it.
 */
import { expect, test } from 'vitest'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { dialects, encodings, readText, type Form } from './all-forms.ts'
import { describeAnswer, type Described } from './describe-answer.ts'
import { judgeBytes } from './judge-bytes.ts'
import type { Fixture } from './table-fixtures.ts'
import { fixtureBytes, fixtureNames, readFixtures, writeFixtures } from './table-fixtures.ts'

const isUpdate = process.env['FROTA_GOLDEN'] === 'update'
const FIXTURES = readFixtures()

async function described(bytes: Uint8Array, options: JudgeOptions): Promise<Described> {
  return describeAnswer(await judgeBytes(bytes, options))
}

function formsOf(name: string, { forms }: Fixture): Form[] {
  if (forms === 'none') return []
  const text = readText(fixtureBytes(name))
  const encoded = encodings(text).filter((form) => {
    return forms !== 'unicode' || form.name !== 'windows-1252'
  })
  return forms === 'all' ? [...encoded, ...dialects(text)] : encoded
}

test('each fixture has an expectation', async () => {
  expect(Object.keys(FIXTURES).toSorted()).toEqual(fixtureNames())
  if (!isUpdate) return
  for (const [name, { readings }] of Object.entries(FIXTURES)) {
    for (const reading of readings) {
      reading.answer = await described(fixtureBytes(name), reading.options)
    }
  }
  writeFixtures(FIXTURES)
})

test.each(Object.entries(FIXTURES))('%s gets what it must', async (name, fixture) => {
  for (const { options, answer } of fixture.readings) {
    expect(await described(fixtureBytes(name), options)).toEqual(answer)
    for (const form of formsOf(name, fixture)) {
      const { rows } = await described(form.bytes, options)
      expect([form.name, ...rows]).toEqual([form.name, ...answer.rows])
    }
  }
})
