/** Who decides: the person whom FROTA_PERSON names, or whom the operating system says. */
import { userInfo } from 'node:os'
import type { Config } from '../../config.ts'
import type { Person } from '../../reconciliation/orders/deciding/decide-plan.ts'

/** `named` is false for the operating system's name, which says which account, not which person. */
export function decidingPerson({ FROTA_PERSON: name }: Pick<Config, 'FROTA_PERSON'>): Person {
  if (name !== undefined) return { name, named: true }
  return { name: `os:${accountName()}`, named: false }
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // The user of a container may have no name.
    return 'unknown'
  }
}
