/** Classes of age in words, because a spreadsheet reads `8-30` in a CSV file as a day. */
import type { AgeClass } from '../age-class.ts'

type Ages = Readonly<Record<AgeClass, string>>

export const agesPt: Ages = {
  '0-7': '0 a 7 dias',
  '8-30': '8 a 30 dias',
  '31-60': '31 a 60 dias',
  'over-60': 'mais de 60 dias',
}

export const agesEn: Ages = {
  '0-7': '0 to 7 days',
  '8-30': '8 to 30 days',
  '31-60': '31 to 60 days',
  'over-60': 'over 60 days',
}
