/** Dependencies of an operator's commands, and the rules for names. */
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Random } from '../../random.ts'
import type { ServiceDb } from '../service-db.ts'

export interface AdministrationTools {
  readonly db: ServiceDb
  readonly clock: Clock
  readonly random: Random
}

/** Longest name of a brand, an account or a key. */
const NAME_CHARACTERS_MAX = 120
/** Names that a sentence lists before it says "and others". */
const LISTED_MAX = 20

/** Throws the Failure 'usage' for an empty, too long or unprintable name. */
export function readName(given: string): string {
  const name = given.trim().replaceAll(/\s+/g, ' ')
  if (name !== '' && name.length <= NAME_CHARACTERS_MAX && !/\p{C}/u.test(name)) return name
  throw new Failure('usage', {
    pt: `Um nome tem de 1 a ${NAME_CHARACTERS_MAX} caracteres visíveis.`,
    en: `A name has 1 to ${NAME_CHARACTERS_MAX} visible characters.`,
  })
}

/** For "there are: …" at the end of a sentence. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED_MAX).map((name) => `"${name}"`)
  return shown.join(', ') + (names.length > LISTED_MAX ? ', …' : '')
}
