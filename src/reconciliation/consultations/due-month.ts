/**
 * Pure. The month in which a vehicle's yearly debts fall due, from its plate's final digit. The
 * states' own calendars are law per state and year and will be a data table; this rule of thumb
 * (digit 1 in January ... 9 in September, 0 in October) only decides who is asked first.
 */
export function dueMonth(finalDigit: number): number {
  return finalDigit === 0 ? 10 : finalDigit
}
