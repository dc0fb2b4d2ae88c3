/** Keeps one key from being counted under two names, also one after the other, or on two machines. */
import type { Locale } from '../../bilingual.ts'
import { Failure } from '../../failure.ts'
import { claimKey } from '../../ledger/effects/credential-keys.ts'
import type { QuotaPool } from '../../ledger/quota/quota-sql.ts'
import type { Secret } from '../../secret.ts'
import { shortTime } from '../short-time.ts'

export interface NamedKey {
  readonly credential: string
  readonly key: string
}

interface ClaimTools {
  readonly pool: QuotaPool
  readonly secret: Pick<Secret, 'blindIndex'>
  readonly zone: string
}

/** Throws `configuration` when requests with a key still count under another name. */
export async function claimKeys(
  { pool, secret, zone }: ClaimTools,
  keys: readonly NamedKey[],
): Promise<void> {
  for (const { credential, key } of keys) {
    const mark = secret.blindIndex(`credential key ${key}`)
    const bucket = `consultations/${credential}`
    const claimed = await claimKey(pool, { mark, bucket })
    if (claimed.untilMs !== null) throw countedAs(credential, { ...claimed, zone })
  }
}

function countedAs(
  credential: string,
  { bucket, untilMs, zone }: { bucket: string; untilMs: number | null; zone: string },
): Failure {
  const name = bucket.replace(/^consultations\//, '')
  const at = (locale: Locale): string => shortTime(new Date(untilMs ?? 0), { locale }, zone)
  return new Failure('configuration', {
    pt:
      `A chave da credencial "${credential}" ainda é contada como "${name}" até ${at('pt-BR')}: ` +
      `com outro nome ela passaria do limite por hora. Dê à credencial o nome "${name}", ou espere.`,
    en:
      `The key of the credential "${credential}" is still counted as "${name}" until ${at('en')}: ` +
      `under another name it would break the hourly limit. Call the credential "${name}", or wait.`,
  })
}
