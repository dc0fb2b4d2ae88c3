/** The quota buckets of the configured service, among all that the ledger ever knew. */
import type { Config } from '../../config.ts'
import { bucketsOut } from '../../ledger/quota/credentials-out.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

/** Name of the embedded service's credential; only a rehearsal uses it. */
const EMBEDDED = 'embutida'

export interface BucketLedger {
  readonly quota: Pick<OpenLedger['quota'], 'buckets'>
  readonly database: Pick<OpenLedger['database'], 'pool'>
}

/**
 * One of consultations for each credential that a run has used; `unused`: credentials of
 * FROTA_FLEETS_FILE that no run has used yet, which have no bucket; `out`: names of those that the
 * last run could not use, which is left unsaid while it could use none.
 */
export async function credentialBuckets(
  config: Pick<Config, 'FROTA_API_URL' | 'FROTA_FLEETS_FILE' | 'FROTA_FLEET'>,
  { quota, database }: BucketLedger,
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
  const fleet = await namedFleet(config)
  if (fleet === undefined) {
    return { consultations: of('consultations'), unused: 0, out: [], orders }
  }
  // The bucket of a credential that was removed from the file stays for its history; left out here.
  const all = fleet.credentials.map(({ name }) => `consultations/${name}`)
  const used = all.filter((name) => names.includes(name))
  const away = await bucketsOut(database.pool, fleet.accountId)
  const consultations = used.filter((name) => !away.includes(name))
  const unused = all.length - used.length
  // With none left a night ends and says so; a plan tells what it will be once there is a key.
  if (consultations.length + unused === 0) return { consultations: used, unused, out: [], orders }
  const out = used.filter((name) => away.includes(name)).map(credentialOf)
  return { consultations, unused, out, orders }
}

function credentialOf(bucket: string): string {
  return bucket.slice(bucket.indexOf('/') + 1)
}

/** Undefined without a FROTA_FLEETS_FILE; what reads it is loaded only when there is one. */
async function namedFleet(config: Pick<Config, 'FROTA_FLEETS_FILE' | 'FROTA_FLEET'>) {
  if (config.FROTA_FLEETS_FILE === undefined) return undefined
  const { chooseFleet, fleetsFileOf } = await import('../fleets/chosen-fleet.ts')
  const file = fleetsFileOf(config)
  return file && chooseFleet(file, config.FROTA_FLEET)
}
