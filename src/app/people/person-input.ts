/** Pure. A person's name, role and fleets as somebody typed them, at a terminal or in a form. */
import { Failure } from '../../failure.ts'
import type { Bilingual } from '../../bilingual.ts'
import { meantName } from '../../ledger/fleets/fleets.ts'
import type { Member } from '../../ledger/people/people.ts'
import { ROLES, type Role } from '../../ledger/schema/tables-people.ts'
import { personName } from '../../option-parsers.ts'

/** In place of a list of fleets. */
export const EVERY_FLEET = '*'
const FLEETS_MAX = 100
const FLEET_CHARACTERS_MAX = 100

/** Throws a Failure, `usage`, that names what is wrong. */
export function nameOf(typed: string): string {
  const parsed = personName(typed)
  if (parsed.ok) return parsed.value
  const { pt, en } = parsed.expected
  throw new Failure('usage', { pt: `Nome: ${pt}.`, en: `Name: ${en}.` })
}

export function roleOf(typed: string): Role {
  const role = ROLES.find((each) => each === typed)
  if (role !== undefined) return role
  const given = typed.slice(0, 20)
  const known = ROLES.join(', ')
  throw new Failure('usage', {
    pt: `Papel "${given}": dê um de ${known}.`,
    en: `Role "${given}": give one of ${known}.`,
  })
}

/** Names with commas between them, as the known fleets have them; null for all fleets. */
export function fleetsOf(typed: string, known: readonly string[]): Member['fleets'] {
  if (typed.trim() === EVERY_FLEET) return null
  const names = typed.split(',').map((each) => each.trim())
  const isList = names.every((name) => name !== '' && name.length <= FLEET_CHARACTERS_MAX)
  if (isList && names.length <= FLEETS_MAX) return names.map((name) => meantName(known, name))
  throw new Failure('usage', {
    pt: `Frotas: dê até ${FLEETS_MAX} nomes com vírgulas, ou ${EVERY_FLEET} para todas.`,
    en: `Fleets: give up to ${FLEETS_MAX} names with commas, or ${EVERY_FLEET} for all.`,
  })
}

/** Empty where all that a person works for are there; a fleet may follow its people. */
export function notYetWords(fleets: Member['fleets'], known: readonly string[]): Bilingual {
  const names = (fleets ?? []).filter((name) => !known.includes(name)).join(', ')
  if (names === '') return { pt: '', en: '' }
  return {
    pt: `Ainda não há frota com este nome: ${names}. Confira-o.`,
    en: `There is no fleet of this name yet: ${names}. Check it.`,
  }
}
