/** Reads the JSON text that a person wrote, or says in both languages what keeps it from being read. */
import type { Bilingual } from './bilingual.ts'

export type JsonText =
  | { readonly value: unknown }
  /** `cause` quotes the text: leave it out where a secret may stand in there by mistake. */
  | { readonly cure: Bilingual; readonly cause?: unknown }

export function jsonOf(text: string, bytesMax: number): JsonText {
  if (Buffer.byteLength(text) > bytesMax) {
    return {
      cure: {
        pt: `passa de ${bytesMax} bytes; encurte-o`,
        en: `is longer than ${bytesMax} bytes; shorten it`,
      },
    }
  }
  try {
    // A text editor of Windows puts a mark in front.
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch (cause) {
    return {
      cure: {
        pt: 'não é JSON; confira vírgulas e aspas',
        en: 'is not JSON; look at its commas and quotes',
      },
      cause,
    }
  }
}
