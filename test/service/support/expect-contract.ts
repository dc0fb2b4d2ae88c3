/** Holds an answer against the contract: a documented status, its body, and no word unknown. */
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import type { Operation } from '../../../src/contract/operation.ts'

/** As much of an answer as the contract speaks of. */
export interface Held {
  readonly status: number
  readonly text: string
  readonly headers?: Headers
  readonly body: unknown
}

export function expectContract(operation: Operation, answer: Held): void {
  expect(Object.keys(operation.replies)).toContain(String(answer.status))
  const schema = operation.replies[answer.status]
  if (schema === null || schema === undefined) {
    expect(answer.text).toBe('')
    return
  }
  expect(Value.Errors(schema, answer.body)).toEqual([])
  const strange = unknownParts(schema, answer.body)
  expect(strange).toEqual([])
}

/** Clients accept keys and words that the contract lacks; our own service must not send any. */
function unknownParts(schema: object, value: unknown, path = ''): string[] {
  const fields = Object(schema) as {
    properties?: Record<string, object>
    items?: object
    anyOf?: object[]
    'x-extensible-enum'?: string[]
  }
  const known = fields['x-extensible-enum']
  if (known !== undefined) return known.includes(String(value)) ? [] : [`${path}=${String(value)}`]
  if (fields.anyOf !== undefined) {
    const tried = fields.anyOf.map((each) => unknownParts(each, value, path))
    return value === null ? [] : (tried[0] ?? [])
  }
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => unknownParts(fields.items ?? {}, each, `${path}/${at}`))
  }
  if (typeof value !== 'object' || value === null || fields.properties === undefined) return []
  const { properties } = fields
  return Object.entries(value).flatMap(([key, each]) => {
    const inner = properties[key]
    return inner === undefined ? [`${path}/${key}`] : unknownParts(inner, each, `${path}/${key}`)
  })
}
