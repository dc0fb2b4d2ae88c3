/** Pure. What a row says of its vehicle: a file without a column says nothing of its values. */
import { fieldsOf } from '../../fields.ts'
import type { JudgedVehicle, Understood } from './judged.ts'

type FileColumns = Pick<Understood, 'columns' | 'extras'>

/** Undefined, or without a key, where the file has no such column; null where a cell is empty. */
export type GivenVehicle = Omit<JudgedVehicle, 'nickname' | 'costCentre' | 'extras'> &
  Partial<Pick<JudgedVehicle, 'nickname' | 'costCentre'>> & {
    readonly extras?: Readonly<Record<string, string | null>>
  }

export function givenVehicle(
  { nickname, costCentre = '', extras, ...vehicle }: JudgedVehicle,
  file: FileColumns,
): GivenVehicle {
  const empty = Object.fromEntries(file.extras.map((name) => [name, null]))
  return {
    ...vehicle,
    ...(file.columns.nickname === undefined ? {} : { nickname }),
    ...(file.columns.costCentre === undefined ? {} : { costCentre }),
    ...(file.extras.length === 0 ? {} : { extras: { ...empty, ...extras } }),
  }
}

const OPTIONAL = ['nickname', 'costCentre'] as const

/** Columns of the fleet's file before, as it was stored, of which this one says nothing. */
export function columnsGone(former: object | null, { columns, extras }: FileColumns): string[] {
  const had = fieldsOf(former)
  const fields = fieldsOf(had['columns'])
  const optional = OPTIONAL.filter((field) => columns[field] === undefined)
  const others: unknown[] = Array.isArray(had['extras']) ? had['extras'] : []
  const now = new Set<unknown>([...extras, ...Object.values(columns)])
  const gone = [
    ...optional.map((field) => fields[field]),
    ...others.filter((name) => !now.has(name)),
  ]
  return gone.filter((name) => typeof name === 'string')
}
