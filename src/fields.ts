/** Reads what has no type yet, and the keys of our own tables, without asserting a type. */
export type Fields = Readonly<Record<string, unknown>>

/** A list is no object here, because nobody reads its indices as names. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** No fields where `value` is no object, so that each name is undefined. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function isKeyOf<Table extends object>(
  table: Table,
  name: PropertyKey,
): name is keyof Table & string {
  return typeof name === 'string' && Object.hasOwn(table, name)
}

/** Only these of its fields, for what goes out as JSON. */
export function pick<Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]): object {
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}

/** Only for a table that is written out in full: a type may know fewer keys than its value has. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((name) => isKeyOf(table, name))
}

export function entriesOf<Table extends object>(
  table: Table,
): [keyof Table & string, Table[keyof Table & string]][] {
  return keysOf(table).map((name) => [name, table[name]])
}
