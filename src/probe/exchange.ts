/** One request of the probe and what came back, read without trusting any of it. */
import type { Cost } from './budget.ts'
import type { Words } from './finding.ts'

export interface ProbeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** With its query. */
  readonly path: string
  /** Null leaves out the key or the account that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: object
  /** Which hourly budget of the credential the request uses. */
  readonly costs?: Cost
}

export interface Exchange {
  readonly method: ProbeRequest['method']
  readonly path: string
  /** Null when no whole answer came back. */
  readonly status: number | null
  /** Why nothing came back; empty when something did. */
  readonly why: string
  /** Why it tells nothing: no budget left, here or at the service, or one that fell silent. */
  readonly unsent?: Words
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined when the body is no JSON. */
  readonly json: unknown
}

export function succeeded({ status }: Exchange): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Undefined for what is no object, so that garbage reads as a lack of fields. */
export function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
}

export function textAt(json: unknown, name: string): string | undefined {
  const value = fieldsOf(json)[name]
  return typeof value === 'string' ? value : undefined
}

export function listAt(json: unknown, name: string): readonly unknown[] | undefined {
  const value = fieldsOf(json)[name]
  return Array.isArray(value) ? value : undefined
}

/** The rows of a list whose envelope the interface does not show. */
export function rowsOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  return listAt(json, 'results') ?? Object.values(fieldsOf(json)).find(Array.isArray)
}

export function hasId(rows: readonly unknown[] | undefined, id: string): boolean {
  return rows?.some((row) => textAt(row, 'id') === id) ?? false
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SHOWN_CHARACTERS_MAX = 120

/** How an answer is told in a report. */
export function shown({ status, why, json, text }: Exchange): string {
  if (status === null) return why
  const detail = textAt(json, 'detail')
  return `${status}${detail === undefined ? '' : ` ${brief(detail)}`}${text === '' ? ' -' : ''}`
}

/** How a value is told in a report. */
export function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  const plain = text.replaceAll(/[^\P{C}]/gu, '?')
  return plain.length > SHOWN_CHARACTERS_MAX ? `${plain.slice(0, SHOWN_CHARACTERS_MAX)}…` : plain
}
