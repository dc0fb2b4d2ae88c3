/** The small schemas that resources share: identifiers, money, moments, and words from a list. */
import { Type } from 'typebox'

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

export const Uuid = Type.String({
  pattern: UUID,
  examples: ['5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e'],
})

const uuidForm = new RegExp(UUID)

/** For ids that arrive outside of a body or a query: in a path, a header, an argument. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** Money in reais as a decimal string, because a JSON number would be read as a float. */
export const Amount = Type.String({
  pattern: '^-?[0-9]{1,13}(\\.[0-9]{1,2})?$',
  examples: ['1293.40'],
})

/** ISO 8601 with a UTC offset. */
export const Timestamp = Type.String({
  pattern:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?' +
    '(Z|[+-][0-9]{2}:?[0-9]{2})$',
  examples: ['2026-11-21T09:30:00.000Z'],
})

/**
 * A field of a reply as our own service writes it. The interface allows more: an amount may have
 * zeros behind its cents, and ISO 8601 a decimal comma, an offset of whole hours, no separators.
 */
export function plainScalar(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (/(amount|fee)$/.test(name)) return value.replace(/^(-?\d{1,13}\.\d\d)0+$/, '$1')
  if (!name.endsWith('_at')) return value
  return value
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6')
    .replace(/^([\d-]+T[\d:]+)[.,](\d{1,9})\d*/, '$1.$2')
    .replace(/^([\d-]+T\d\d:[\d:.]+[+-]\d\d)$/, '$1:00')
}

/** YYYY-MM-DD. */
export const PlainDate = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  examples: ['2026-01-31'],
})

/** Any string; `string & {}` keeps the editor's completion of the known words. */
export type Open<Known extends string> = Known | (string & {})

/**
 * A word of a reply. The known ones are listed, an unknown one still parses: a service may learn a
 * new status before its clients do, and the reader then decides (fail closed where money moves).
 */
export function openWord<const Known extends readonly string[]>(known: Known) {
  return Type.Unsafe<Open<Known[number]>>(
    Type.String({ examples: [...known], 'x-extensible-enum': [...known] }),
  )
}

/** A word of a request: anything outside the list is refused. */
export function closedWord<const Known extends readonly string[]>(known: Known) {
  return Type.Unsafe<Known[number]>({ type: 'string', enum: [...known] })
}
