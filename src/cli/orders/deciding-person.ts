/** Who decides: the person whom FROTA_PERSON names, or whom the operating system says. */
import { userInfo } from 'node:os'
import type { Config } from '../../config.ts'
import type { Person } from '../../reconciliation/orders/deciding/decide-plan.ts'

/** A name of the operating system's is marked as such: it says which account, not who sat there. */
export function decidingPerson({ FROTA_PERSON: name }: Pick<Config, 'FROTA_PERSON'>): Person {
  if (name !== undefined) return { name, named: true }
  return { name: `os:${accountName()}`, named: false }
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // A container's user need not have a name.
    return 'unknown'
  }
}
