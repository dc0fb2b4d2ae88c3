/** Kinds of columns that several tables share. */
import type { ColumnType } from 'kysely'

/** A column that holds JSON whose shape its owner knows. */
export type Json = ColumnType<object | null, string | null | undefined, string | null>
/** A list that is empty unless given; written as JSON text. */
export type JsonList = ColumnType<readonly unknown[], string | undefined, string>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
