/** Pure. How long something has waited, in the classes that accountants use for open items. */
export const AGE_CLASSES = ['0-7', '8-30', '31-60', 'over-60'] as const
export type AgeClass = (typeof AGE_CLASSES)[number]

/** Whole days. */
export function ageClass(days: number): AgeClass {
  return days <= 7 ? '0-7' : days <= 30 ? '8-30' : days <= 60 ? '31-60' : 'over-60'
}
