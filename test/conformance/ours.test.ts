/** Our service holds every statement of its interface: simulated, live, and to the end of an hour. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type LooseExamples,
  operationExamples,
} from '../../src/contract/openapi/operation-examples.ts'
import { operationOf } from '../service/support/hold-to-contract.ts'
import { parts } from './all.ts'
import type { Statements } from './support/statement.ts'
import type { Target } from './support/target.ts'
import { openChained, openLimited, openSimulated, type OurTarget } from './support/ours.ts'

const { limits = {}, ...others } = parts
const statements: Statements = Object.assign({}, ...Object.values(others))

/** Every path to a value, in lists those of all elements. */
function pathsIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, each]) => pathsIn(each, `${at}.${key}`))
}

/** That every field which an example of the document shows was answered. */
function expectExamples(answers: Target['answers']): void {
  for (const [id, { reply }] of Object.entries<LooseExamples>(operationExamples)) {
    const good = answers.filter(
      ({ method, path, status }) => status < 300 && operationOf(method, path)?.id === id,
    )
    const seen = new Set(pathsIn(good.map(({ body }) => body)))
    const shown = pathsIn(Object.values(reply ?? {}))
    expect([id, shown.filter((path) => !seen.has(path))]).toEqual([id, []])
  }
}

describe.each([
  ['a simulated service', statements, openSimulated],
  ['a live service chained to a simulated one', statements, openChained],
  ['a service with the limits of the interface', limits, openLimited],
])('%s', (_name, asked, open) => {
  let target: OurTarget
  beforeAll(async () => {
    target = await open()
  })
  afterAll(() => target[Symbol.asyncDispose]())

  for (const [name, check] of Object.entries(asked)) test(name, () => check(target))

  if (asked !== statements) return
  test('it answers each field that the examples of the document show', () => {
    expectExamples(target.answers)
  })
})

test('each statement has an id of its own, which a document can cite', () => {
  const names = Object.values(parts).flatMap((part) => Object.keys(part))
  const ids = names.map((name) => name.split(': ')[0] ?? '')
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !/^(ours\.)?[1-9](\.[a-z0-9_-]+)+$/.test(id))).toEqual([])
})
