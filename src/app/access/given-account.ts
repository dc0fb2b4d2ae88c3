/** The account at the configured service. Throws a Failure that names the option where it is missing. */
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'

export function givenAccount({ FROTA_ACCOUNT_ID: account }: Config): string {
  if (account !== undefined) return account
  throw new Failure('configuration', {
    pt: 'Falta a conta: defina FROTA_ACCOUNT_ID com o UUID da conta no serviço.',
    en: "The account is missing: set FROTA_ACCOUNT_ID to the account's UUID at the service.",
  })
}
