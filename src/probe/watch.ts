/** What is true of every answer: which errors had another shape, and what none may hold. */
import type { Exchange } from './exchange.ts'
import { brief, fieldsOf } from './exchange.ts'

export interface Watch {
  /** From now on this text may stand in no answer. At least eleven digits. */
  hide(text: string): void
  look(exchange: Exchange): void
  /** Where a hidden text was seen; never the text. */
  readonly leaks: readonly string[]
  /** Answers that held a field that only requests have. */
  readonly writeOnly: readonly string[]
  /** Errors that were not exactly `{ detail: string }`, at most a few of them. */
  readonly oddErrors: readonly string[]
  /** Errors that were seen at all. */
  errors(): number
  answers(): number
}

const KEPT_MAX = 5
const CHECKED_STATUS = 400
const WRITE_ONLY = /"(owner_document|holder_name|cvc)"\s*:/

export function openWatch(): Watch {
  const hidden = new Set<string>()
  const leaks: string[] = []
  const writeOnly: string[] = []
  const oddErrors: string[] = []
  const counts = { errors: 0, answers: 0 }
  return {
    hide: (text) => void hidden.add(text),
    leaks,
    writeOnly,
    oddErrors,
    errors: () => counts.errors,
    answers: () => counts.answers,
    look: (exchange) => {
      if (exchange.status === null) return
      counts.answers += 1
      const where = `${exchange.method} ${placeOf(exchange.path)} ${exchange.status}`
      if (leaks.length < KEPT_MAX && holdsAny(exchange, hidden)) leaks.push(where)
      if (writeOnly.length < KEPT_MAX && isEchoed(exchange)) writeOnly.push(where)
      if (exchange.status < CHECKED_STATUS || exchange.method === 'OPTIONS') return
      counts.errors += 1
      if (oddErrors.length >= KEPT_MAX || isProblem(exchange.json)) return
      oddErrors.push(`${where} ${keysOf(exchange)}`)
    },
  }
}

/** Ids say nothing to a reader. */
function placeOf(path: string): string {
  return path.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}')
}

/** Punctuation hides nothing: a document is looked for in its bare form too. */
function holdsAny({ text, headers }: Exchange, hidden: ReadonlySet<string>): boolean {
  const said = `${text} ${Object.values(headers).join(' ')}`
  const bare = said.replaceAll(/[./-]/g, '')
  return [...hidden].some((one) => said.includes(one) || bare.includes(one))
}

function isEchoed({ text, status }: Exchange): boolean {
  return status !== null && status < CHECKED_STATUS && WRITE_ONLY.test(text)
}

function isProblem(json: unknown): boolean {
  const fields = fieldsOf(json)
  return typeof fields['detail'] === 'string' && Object.keys(fields).length === 1
}

function keysOf({ json, text }: Exchange): string {
  if (json === undefined) return text === '' ? '-' : 'no JSON'
  return brief(Object.entries(fieldsOf(json)).map(([name, value]) => `${name}: ${typeof value}`))
}
