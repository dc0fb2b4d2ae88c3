/** The accountant's accounts of a fleet: the file that FROTA_ACCOUNTS_FILE names, or none. */
import type { Config } from '../../config.ts'
import { readAccounts, type Accounts } from '../../reconciliation/books/journal/accounts-file.ts'
import { namedFile } from '../named-file.ts'

/** `{fleet}` in the path is the fleet's name, since each client of an office has its accounts. */
export function accountsOf(
  { FROTA_ACCOUNTS_FILE: path }: Pick<Config, 'FROTA_ACCOUNTS_FILE'>,
  fleet: string,
): Accounts | null {
  if (path === undefined) return null
  const named = path.replaceAll('{fleet}', fleet)
  return readAccounts(namedFile('FROTA_ACCOUNTS_FILE', named, 'docs/books.md'))
}
