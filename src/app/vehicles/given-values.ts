/**
 * Pure. A vehicle's values as a person gives them, validated like a file's. `label` names the value
 * to that person: an option, or a field of a form. All throw `usage`, with the cure.
 */
import { NICKNAME_CHARACTERS_MAX } from '../../contract/limits.ts'
import { Failure } from '../../failure.ts'
import { parsePlate, suggestPlates } from '../../fleet/plate.ts'
import { parseUf, type Uf } from '../../fleet/uf.ts'

const SHOWN_CHARACTERS = 20

export function plateGiven(label: string, text: string): string {
  const plate = parsePlate(text)
  if (plate.ok) return plate.value
  const shown = text.slice(0, SHOWN_CHARACTERS)
  const meant = suggestPlates(text).join(', ')
  throw new Failure('usage', {
    pt:
      `${label}: "${shown}" não é uma placa, como ABC1234 ou ABC1D23.` +
      (meant === '' ? '' : ` Seria ${meant}?`),
    en:
      `${label}: "${shown}" is no plate, such as ABC1234 or ABC1D23.` +
      (meant === '' ? '' : ` Is it ${meant}?`),
  })
}

export function ufGiven(label: string, text: string): Uf {
  const uf = parseUf(text)
  if (uf.ok) return uf.value
  const shown = text.slice(0, SHOWN_CHARACTERS)
  throw new Failure('usage', {
    pt: `${label}: "${shown}" não é um estado; use a sigla, como SP.`,
    en: `${label}: "${shown}" is no state; use its abbreviation, such as SP.`,
  })
}

/** A nickname or a cost centre; empty: none. */
export function nameGiven(label: string, text: string): string {
  const name = oneLine(text)
  if (name.length <= NICKNAME_CHARACTERS_MAX) return name
  throw new Failure('usage', {
    pt: `${label}: no máximo ${NICKNAME_CHARACTERS_MAX} caracteres.`,
    en: `${label}: at most ${NICKNAME_CHARACTERS_MAX} characters.`,
  })
}

/** As intake reads a cell. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
