/** Pure. What a search compares: case, accents, and the hyphen or space of a plate do not count. */
import { plateForms } from '../../fleet/similar-plates.ts'

/** Without accents, in lower case. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** As plates are stored: `EUC-4B63` and `EUC 4B63` are EUC4B63. */
export function asPlate(text: string): string {
  return text.replace(/[\s.-]/g, '')
}

/** Of Portuguese and its neighbours, for `translate` in SQL; what has no counterpart is left out. */
const WITH_ACCENT = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ'
const MARKS = '\u0300\u0301\u0302\u0303\u0308\u0327'
export const ACCENTED = WITH_ACCENT + MARKS
export const UNACCENTED = folded(WITH_ACCENT)

/** Of both patterns, as it is stored. */
const PLATE = /^[A-Z]{3}\d[A-Z\d]\d{2}$/

/** Whether a text has what is searched for; any has, where nothing is. */
export function searchFor(search: string): (text: string) => boolean {
  const any = [folded(search)]
  const plates = asPlate(search) === '' ? any : [asPlate(search), ...plateForms(search)].map(folded)
  return (text) => (PLATE.test(text) ? plates : any).some((one) => folded(text).includes(one))
}
