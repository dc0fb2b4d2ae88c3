/** Pure. The corrections given on the command line, validated like a file's values. */
import type { Flags } from '../../config.ts'
import { NICKNAME_CHARACTERS_MAX } from '../../contract/limits.ts'
import { oneLine } from '../../app/vehicles/one-line.ts'
import { Failure } from '../../failure.ts'
import { parsePlate, suggestPlates } from '../../fleet/plate.ts'
import { parseUf } from '../../fleet/uf.ts'

const SHOWN_CHARACTERS = 20

/** Throws `usage` that names the flag and its cure. An empty nickname or cost centre clears it. */
export function editFlags(flags: Flags) {
  const { plate, uf, nickname, 'cost-centre': costCentre } = flags
  return {
    ...(typeof plate === 'string' ? { plate: plateOf(plate) } : {}),
    ...(typeof uf === 'string' ? { uf: ufOf(uf) } : {}),
    ...(typeof nickname === 'string' ? { nickname: labelOf('nickname', nickname) } : {}),
    ...(typeof costCentre === 'string' ? { costCentre: labelOf('cost-centre', costCentre) } : {}),
  }
}

function plateOf(text: string): string {
  const plate = parsePlate(text)
  if (plate.ok) return plate.value
  const shown = text.slice(0, SHOWN_CHARACTERS)
  const meant = suggestPlates(text).join(', ')
  throw new Failure('usage', {
    pt:
      `--plate: "${shown}" não é uma placa, como ABC1234 ou ABC1D23.` +
      (meant === '' ? '' : ` Seria ${meant}?`),
    en:
      `--plate: "${shown}" is no plate, such as ABC1234 or ABC1D23.` +
      (meant === '' ? '' : ` Is it ${meant}?`),
  })
}

function ufOf(text: string): string {
  const uf = parseUf(text)
  if (uf.ok) return uf.value
  const shown = text.slice(0, SHOWN_CHARACTERS)
  throw new Failure('usage', {
    pt: `--uf: "${shown}" não é um estado; use a sigla, como SP.`,
    en: `--uf: "${shown}" is no state; use its abbreviation, such as SP.`,
  })
}

function labelOf(flag: string, text: string): string {
  const label = oneLine(text)
  if (label.length <= NICKNAME_CHARACTERS_MAX) return label
  throw new Failure('usage', {
    pt: `--${flag}: no máximo ${NICKNAME_CHARACTERS_MAX} caracteres.`,
    en: `--${flag}: at most ${NICKNAME_CHARACTERS_MAX} characters.`,
  })
}
