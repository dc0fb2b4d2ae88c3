/** The quota buckets of the configured service, among all that the ledger ever knew. */
import type { Config } from '../../config.ts'
import type { QuotaLedger } from '../../ledger/quota/quota.ts'

/** Name of the embedded service's credential; only a rehearsal uses it. */
const EMBEDDED = 'embutida'

/**
 * One of consultations for each credential that a run has used; `unused`: credentials of
 * FROTA_FLEETS_FILE that no run has used yet, which have no bucket.
 */
export async function credentialBuckets(
  config: Pick<Config, 'FROTA_API_URL' | 'FROTA_FLEETS_FILE' | 'FROTA_FLEET'>,
  quota: Pick<QuotaLedger, 'buckets'>,
) {
  const names = await quota.buckets()
  const isEmbedded = config.FROTA_API_URL === undefined
  const of = (budget: string): string[] => {
    const all = names.filter((name) => name.startsWith(`${budget}/`))
    const fitting = all.filter((name) => (name === `${budget}/${EMBEDDED}`) === isEmbedded)
    // A shell that does not name the service still reads the ledger of one.
    return fitting.length > 0 ? fitting : all
  }
  const [orders] = of('orders')
  const credentials = await namedCredentials(config)
  if (credentials === undefined) return { consultations: of('consultations'), unused: 0, orders }
  // The bucket of a credential that was removed from the file stays for its history; left out here.
  const all = credentials.map(({ name }) => `consultations/${name}`)
  const consultations = all.filter((name) => names.includes(name))
  return { consultations, unused: all.length - consultations.length, orders }
}

/** Undefined without a FROTA_FLEETS_FILE; what reads it is loaded only when there is one. */
async function namedCredentials(config: Pick<Config, 'FROTA_FLEETS_FILE' | 'FROTA_FLEET'>) {
  if (config.FROTA_FLEETS_FILE === undefined) return undefined
  const { chooseFleet, fleetsFileOf } = await import('../fleets/chosen-fleet.ts')
  const file = fleetsFileOf(config)
  return file && chooseFleet(file, config.FROTA_FLEET).credentials
}
