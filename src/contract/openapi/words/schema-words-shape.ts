/** What is said of a schema: of itself, and of every field that it has. */
export interface SchemaWords {
  readonly description: string
  readonly fields?: Readonly<Record<string, string>>
  /** Fields that stand in requests and in no reply. */
  readonly writeOnly?: readonly string[]
}

/** Complete for a type: a field without a sentence does not compile. */
export type FieldWords<T> = { readonly [Field in keyof Required<T>]: string }
