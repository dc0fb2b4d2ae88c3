/** The buckets that bind a run: one of consultations for each credential, one of orders for all. */
import type { Client } from '../../client/client.ts'
import type { Config } from '../../config.ts'
import { consultationBucket, orderBucket } from '../../quota/bucket-settings.ts'
import type { ServiceAccess } from '../access/service-access.ts'

/** Throws a Failure for a limit that the service does not give. */
export function runBuckets(
  { simulated, credentials, usable, clientOf, service }: ServiceAccess,
  config: Config,
) {
  const scale = 1 / config.FROTA_TEST_SCALE
  const scaled = scale === 1 ? { simulated } : { simulated, scale }
  const perHour = config.FROTA_CONSULTATIONS_PER_HOUR
  const consulting = credentials.map((credential) => ({
    credential,
    settings: consultationBucket({ ...scaled, credential, perHour }),
  }))
  const ordering = orderBucket({ ...scaled, service, perHour: config.FROTA_ORDERS_PER_HOUR })
  return {
    settings: [...consulting.map(({ settings }) => settings), ordering],
    consultations: consulting.map(({ settings }) => settings.name),
    /** The part of the jobs' tools that is about buckets. */
    tools: {
      credential: credentials[0],
      buckets: {
        // Read at each access: a credential may become unusable, and usable again.
        get consultations() {
          const names = usable()
          return consulting
            .filter(({ credential }) => names.includes(credential))
            .map(({ settings }) => settings.name)
        },
        orders: ordering.name,
      },
      clientOf: (bucket: string): Pick<Client, 'call'> => {
        const found = consulting.find(({ settings }) => settings.name === bucket)
        if (found === undefined) throw new Error('A bucket that is no credential’s.')
        return clientOf(found.credential)
      },
    },
  }
}
