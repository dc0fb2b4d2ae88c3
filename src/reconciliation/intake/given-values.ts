/** Pure. What a row says of its vehicle: a file without a column says nothing of its values. */
import type { JudgedVehicle, Understood } from './judged.ts'

/** Undefined where the file has no such column; an empty cell is an empty value. */
export type GivenVehicle = Omit<JudgedVehicle, 'nickname' | 'costCentre' | 'extras'> &
  Partial<Pick<JudgedVehicle, 'nickname' | 'costCentre' | 'extras'>>

export function givenVehicle(
  { nickname, costCentre = '', extras, ...vehicle }: JudgedVehicle,
  file: Pick<Understood, 'columns' | 'extras'>,
): GivenVehicle {
  return {
    ...vehicle,
    ...(file.columns.nickname === undefined ? {} : { nickname }),
    ...(file.columns.costCentre === undefined ? {} : { costCentre }),
    ...(file.extras.length === 0 ? {} : { extras }),
  }
}
