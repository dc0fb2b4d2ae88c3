/** One described option of the environment or the command line. */
import type { Bilingual } from './bilingual.ts'
import type { Parsed } from './option-parsers.ts'

export interface Option<T = unknown> extends Bilingual {
  readonly parse: (text: string) => Parsed<T>
  readonly default: T | undefined
  readonly secret?: boolean
  /** Only `frota service` reads it. */
  readonly service?: boolean
}

export function option<T, const D extends T | undefined>(
  parse: (text: string) => Parsed<T>,
  fallback: D,
  pt: string,
  en: string,
  marks: { secret?: boolean; service?: boolean } = {},
): Option<T> & { readonly default: D } {
  return { parse, default: fallback, pt, en, ...marks }
}
