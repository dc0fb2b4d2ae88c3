/** Finds the operation that a request was for, and holds the answer against what it documents. */
import { expect } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { englishDetail } from '../../../src/service/language/english-detail.ts'
import { expectContract, type Held } from './expect-contract.ts'

/** What may be answered to any request, by whatever stands before the operations. */
const BEFORE_ANY_OPERATION: ReadonlySet<number> = new Set([408, 431])

// A fixed path goes before one with a parameter, as it does in the router.
const patterns = Object.values<Operation>(api)
  .toSorted((one, other) => braces(one.path) - braces(other.path))
  .map((operation) => ({
    operation,
    path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))

function braces(path: string): number {
  return path.split('{').length
}

export function operationOf(method: string, path: string): Operation | undefined {
  const pathname = path.split(/[?#]/)[0] ?? ''
  return patterns.find((each) => each.operation.method === method && each.path.test(pathname))
    ?.operation
}

/** An answer to no operation is none of the contract's, but an error reads alike everywhere. */
export function holdToContract(method: string, path: string, answer: Held): void {
  const operation = operationOf(method, path)
  const said: unknown = Object(answer.body).detail
  // Whatever a test made the service say has its English, in every test of the service.
  const isEnglish = answer.headers?.get('content-language') === 'en'
  if (typeof said === 'string' && !isEnglish)
    expect([said, englishDetail(said)]).not.toContain(undefined)
  if (operation !== undefined && !BEFORE_ANY_OPERATION.has(answer.status)) {
    expectContract(operation, answer)
  } else if (answer.status >= 400 && method !== 'HEAD') {
    expect(answer.body).toEqual({ detail: expect.any(String) })
  }
}
