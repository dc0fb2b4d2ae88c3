/** Texts that pages show with documents masked, as forms and addresses send them back. */
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { Secret } from '../../secret.ts'

/** The text itself or, where it names a document, its mask and a mark that no other text has. */
export type KeyOf = (text: string) => string

export function keyOfTexts({ blindIndex }: Pick<Secret, 'blindIndex'>): KeyOf {
  return (text) => {
    const masked = veilDocuments(text)
    return masked === text ? text : `${masked}~${blindIndex(text).slice(0, 8)}`
  }
}

/** The known text of this key, or of this mask where only one has it; else what was given. */
export function textOf(keyOf: KeyOf, known: Iterable<string>, given: string): string {
  const all = new Set(known)
  const [only = given, ...others] = [...all].filter((text) => veilDocuments(text) === given)
  const found = [...all].find((text) => keyOf(text) === given)
  return found ?? (others.length === 0 ? only : given)
}
