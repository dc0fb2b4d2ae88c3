/** Whatever form a request has wrong, the sentence says what is right, in both languages. */
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { validationDetail } from '../../../src/service/http/validation-detail.ts'
import { englishDetail } from '../../../src/service/language/english-detail.ts'

/** Of the kind that no field has, of no form, and beyond every bound. */
const WRONG = [
  true,
  null,
  '',
  '*',
  'x'.repeat(1_000),
  -1,
  1e9,
  [],
  [7],
  ['*'],
  Array(500).fill('x'),
]
const WITHOUT_A_CURE = /inválid|undefined/

const operations: readonly Operation[] = Object.values(api)
const schemas = operations.flatMap(({ id, body, query }) =>
  [body, query].flatMap((schema) => (schema === undefined ? [] : [{ id, schema }])),
)

test.each(schemas)('each field of $id that is wrong is told with its cure', ({ schema }) => {
  const fields = Object.keys(Object(schema).properties as object)
  const validator = Compile(schema)
  const told = fields.flatMap((field) =>
    WRONG.flatMap((value) =>
      validator
        .Errors({ [field]: value })
        .filter(({ instancePath }) => instancePath.startsWith(`/${field}`))
        .map((fault) => validationDetail([fault])),
    ),
  )
  expect(told.filter((sentence) => WITHOUT_A_CURE.test(sentence))).toEqual([])
  expect(told.filter((sentence) => englishDetail(sentence) === undefined)).toEqual([])
  for (const field of fields) expect(told.join('\n')).toContain(`Campo '${field}`)
})

test('a body that is no object is told so', () => {
  const body = Compile(api.createVehicle.body)
  for (const value of [[], 'x', 7, null]) {
    expect(validationDetail(body.Errors(value))).toBe("Campo 'corpo': envie um objeto JSON.")
  }
})
