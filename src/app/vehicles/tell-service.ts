/** Tells the service of a person's change at once; one that is away gets it later. */
import { Failure } from '../../failure.ts'
import type { Client } from '../../client/client.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Secret } from '../../secret.ts'
import { withKnownService } from '../access/known-service.ts'
import { openAccess } from '../access/service-access.ts'
import type { AppContext } from '../context.ts'
import { knownFleet } from '../fleets/known-fleet.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export type Told = { readonly told: true } | { readonly told: false; readonly why: string }

/** `tell` resolves with the service's reason for a refusal, or undefined. Throws no Failure. */
export async function tellService(
  given: AppContext,
  about: { readonly ledger: OpenLedger; readonly fleet: Fleet; readonly secret: Secret },
  tell: (client: Client) => Promise<string | undefined>,
): Promise<Told> {
  const { ledger, fleet, secret } = about
  try {
    const { config } = await withKnownService(given, ledger)
    await using access = await openAccess({ ...given, config }, ledger, secret)
    // Another account's service would answer that it does not know the vehicle.
    await knownFleet(ledger.fleets, fleet.name, access.accountId)
    const why = await tell(access.client)
    return why === undefined ? { told: true } : { told: false, why }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { told: false, why: error.in(given.output.locale) }
  }
}
