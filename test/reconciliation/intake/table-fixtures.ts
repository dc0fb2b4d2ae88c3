/** The fixtures of docs/intake.md's table, with what each of them gets, as data. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import type { Described } from './describe-answer.ts'

const DIRECTORY = new URL('../../../fixtures/intake/', import.meta.url)
const EXPECTED = new URL('expected.json', DIRECTORY)

interface Reading {
  readonly options: JudgeOptions
  /** Written by FROTA_GOLDEN=update, and then read by a person. */
  answer: Described
}

export interface Fixture {
  /**
   * In which other forms the same content must get the same: `all` encodings, delimiters and line
   * ends, all `encodings`, those of `unicode`, or `none` where the bytes are what is shown.
   */
  readonly forms: 'all' | 'encodings' | 'unicode' | 'none'
  readonly readings: readonly Reading[]
}

export function readFixtures(): Readonly<Record<string, Fixture>> {
  return JSON.parse(readFileSync(EXPECTED, 'utf8')) as Record<string, Fixture>
}

export function writeFixtures(fixtures: Readonly<Record<string, Fixture>>): void {
  writeFileSync(EXPECTED, `${JSON.stringify(fixtures, null, 2)}\n`)
}

export function fixtureNames(): string[] {
  return readdirSync(DIRECTORY)
    .filter((name) => name !== 'expected.json')
    .toSorted()
}

export function fixtureBytes(name: string): Uint8Array {
  return readFileSync(new URL(name, DIRECTORY))
}
