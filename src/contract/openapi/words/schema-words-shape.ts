/** Descriptions of a schema and of its fields. */
export interface SchemaWords {
  readonly description: string
  readonly fields?: Readonly<Record<string, string>>
  /** Fields that only requests have, marked `writeOnly` in the document. */
  readonly writeOnly?: readonly string[]
}

/** One sentence for each field of `T`: a missing one does not compile. */
export type FieldWords<T> = { readonly [Field in keyof Required<T>]: string }

/** The words of a schema whose static type is `T`. */
export function words<T>(
  description: string,
  fields: FieldWords<T>,
  writeOnly: readonly (keyof T & string)[] = [],
): SchemaWords {
  return { description, fields, writeOnly }
}
