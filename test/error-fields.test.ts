/** What a log says of an error: enough to find the line of code, and nothing that an error quotes. */
import { expect, test } from 'vitest'
import { errorFields } from '../src/error-fields.ts'
import { readConfig } from '../src/config.ts'
import { failureOf } from './support/failure-of.ts'

const CPF = '529.982.247-25'
const KEY = 'svc_live_3RsJ0Zk2mNq8vXw5Yt7LbCdEfGhIjKlMn'

test('a message of a library is left out, and its code and frames are kept', () => {
  const thrown = Object.assign(new Error(`invalid input syntax for type bigint: "${CPF}"`), {
    code: '22P02',
    stack: `Error: invalid input syntax for type bigint: "${CPF}"
    at Parser.parse (/srv/app/node_modules/pg-protocol/dist/parser.js:285:98)
    at claim (file:///srv/app/src/ledger/effects/effects-sql.ts:40:11)`,
  })
  expect(errorFields(thrown)).toEqual({
    error: 'Error',
    code: '22P02',
    stack:
      'at Parser.parse (node_modules/pg-protocol/dist/parser.js:285:98)\n' +
      'at claim (src/ledger/effects/effects-sql.ts:40:11)',
  })
})

test('a message of our own code is kept without quotes, documents and keys', () => {
  const thrown = new Error(`The row of "Maria" has ${CPF} and the key ${KEY}.`)
  thrown.stack = `Error: ${thrown.message}\n    at judge (/srv/src/reconciliation/judge.ts:1:2)`
  expect(errorFields(thrown)).toMatchObject({ reason: 'The row of … has … and the key ….' })
})

test('a message that looks like a frame is no frame', () => {
  const thrown = new Error(`broken\n    at ${CPF} (src/x.ts:1:1)`)
  thrown.stack = `Error: ${thrown.message}\n    at real (/srv/node_modules/y/y.js:3:4)`
  expect(errorFields(thrown)).toEqual({
    error: 'Error',
    stack: 'at real (node_modules/y/y.js:3:4)',
  })
})

test('a failure is told by its code and sentence, without what was typed', () => {
  const failure = failureOf(() => readConfig({}, { PORT: `x${CPF}` }))
  expect(errorFields(failure)).toEqual({
    error: 'Failure',
    code: 'configuration',
    reason: expect.stringMatching(/^PORT: … is not usable: /),
  })
})

test('what is no error is told by its type alone', () => {
  expect(errorFields(CPF)).toEqual({ error: 'string' })
})
