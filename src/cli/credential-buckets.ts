/** The quota's buckets that count for the configured service, of all that the ledger ever knew. */
import type { Config } from '../config.ts'
import type { QuotaLedger } from '../ledger/quota.ts'

export interface CredentialBuckets {
  /** One for each credential; none before the first run. */
  readonly consultations: readonly string[]
  readonly orders: string | undefined
}

/** What the embedded service's credential is called; only a rehearsal uses it. */
const EMBEDDED = 'embutida'

export async function credentialBuckets(
  config: Pick<Config, 'FROTA_API_URL'>,
  quota: Pick<QuotaLedger, 'buckets'>,
): Promise<CredentialBuckets> {
  const names = await quota.buckets()
  const isEmbedded = config.FROTA_API_URL === undefined
  const of = (budget: string): string[] => {
    const all = names.filter((name) => name.startsWith(`${budget}/`))
    const fitting = all.filter((name) => (name === `${budget}/${EMBEDDED}`) === isEmbedded)
    // A shell that does not name the service still reads the ledger of one.
    return fitting.length > 0 ? fitting : all
  }
  return { consultations: of('consultations'), orders: of('orders')[0] }
}
