/**
 * Tells the service at once what a person did to one vehicle. The ledger has it already, so a
 * service that is away only hears of it later.
 */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Client } from '../../client/client.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openLog } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import type { Secret } from '../../secret.ts'
import { withKnownService } from '../access/known-service.ts'
import { openServiceAccess } from '../access/service-access.ts'
import type { CommandContext } from '../context.ts'
import { knownFleet } from '../fleet/known-fleet.ts'
import type { OpenLedger } from '../run/open-ledger.ts'

export type Told = { readonly told: true } | { readonly told: false; readonly why: string }

/** `tell` answers why the service did not take it, or undefined. Throws no Failure. */
export async function tellService(
  given: CommandContext,
  about: { readonly ledger: OpenLedger; readonly fleet: Fleet; readonly secret: Secret },
  tell: (client: Client) => Promise<string | undefined>,
): Promise<Told> {
  const { ledger, fleet, secret } = about
  try {
    const { config } = await withKnownService(given, ledger)
    await using access = await openServiceAccess({
      config,
      pool: ledger.database.pool,
      secret,
      clock: wallClock,
      random: systemRandom,
      log: openLog(config.LOG_LEVEL),
    })
    // Another account's service would answer that it does not know the vehicle.
    await knownFleet(ledger.fleets, fleet.name, access.accountId)
    const why = await tell(access.client)
    return why === undefined ? { told: true } : { told: false, why }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { told: false, why: error.in(given.output.locale) }
  }
}

/** One line of what the service knows now. */
export function sayTold({ output }: Pick<CommandContext, 'output'>, told: Told): void {
  if (told.told) return output.line(output.say('O serviço já sabe.', 'The service knows it, too.'))
  const why = told.why.replace(/\.$/, '')
  output.line(
    output.say(
      `O serviço ainda não sabe (${why}); a próxima execução conta a ele.`,
      `The service does not know it yet (${why}); the next run tells it.`,
    ),
  )
}
