/** What came back, read without trusting any of it, and the judgements that many statements share. */
import { expect } from 'vitest'
import { parseCents } from '../../../src/fleet/money.ts'
import { NotJudged } from './statement.ts'
import type { Target } from './target.ts'

export type Body = Readonly<Record<string, unknown>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed; an empty object when there is no JSON. */
  readonly body: Body
}

/** Empty for what is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function listIn(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.map((each) => Object(each)) : []
}

/** The rows of a list, also where the interface does not show its envelope. */
export function rowsOf({ body }: Answer): readonly Body[] {
  return listIn([body, body['results'], ...Object.values(body)].find(Array.isArray))
}

export function idsOf(answer: Answer): unknown[] {
  return rowsOf(answer).map((row) => row['id'])
}

export function attemptOf({ body }: Answer): Body {
  return Object(body['latest_attempt'])
}

/** Of a decimal string. What is none differs from every amount. */
export function cents(value: unknown): bigint {
  const parsed = parseCents(String(value))
  return typeof value === 'string' && parsed.ok ? parsed.value : -1n
}

export function sumOf(rows: readonly Body[], name: string): bigint {
  return rows.reduce((sum, row) => sum + cents(row[name]), 0n)
}

/** What a later request needs of an earlier one, which has a statement of its own. */
export function needed(answer: Answer, what: string): Body {
  if (answer.status < 300) return answer.body
  throw new NotJudged(`${what} was answered with ${answer.status} ${answer.text.slice(0, 100)}`)
}

/**
 * The interface says that it fails, and not how; ours decided the status, and names the field that
 * is wrong (docs/service.md).
 */
export function expectRefused(t: Target, answer: Answer, ours: number, field = ''): void {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  if (!t.isOurs) return
  expect(answer).toMatchObject({ status: ours, body: { detail: expect.stringContaining(field) } })
}
