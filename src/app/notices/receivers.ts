/** Who is told (FROTA_NOTIFY), each by a webhook or by mail. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { Receiver } from './message.ts'
import { notAFile } from './send-http.ts'

const HASH_HEX = 16

/** Throws `configuration` for a setting that is missing. */
export async function receiversOf(config: Config): Promise<readonly Receiver[]> {
  const receivers: Receiver[] = []
  for (const address of config.FROTA_NOTIFY ?? []) {
    const kind = address.includes('://') ? 'webhook' : 'mail'
    const hash = createHash('sha256').update(address).digest('hex').slice(0, HASH_HEX)
    const send = kind === 'webhook' ? await webhook(config, address) : await mail(config, address)
    receivers.push({ kind, name: `${kind} ${hash}`, send })
  }
  return receivers
}

async function webhook(config: Config, url: string): Promise<Receiver['send']> {
  const { FROTA_NOTIFY_SECRET_FILE: file } = config
  if (file === undefined) throw missing('FROTA_NOTIFY_SECRET_FILE')
  const secret = secretIn('FROTA_NOTIFY_SECRET_FILE', file)
  const { openWebhook } = await import('./send-webhook.ts')
  return openWebhook(url, secret)
}

async function mail(config: Config, to: string): Promise<Receiver['send']> {
  const { FROTA_SMTP_URL: url, FROTA_SMTP_PASSWORD_FILE: file, FROTA_SMTP_FROM: from } = config
  if (url === undefined) throw missing('FROTA_SMTP_URL')
  if (from === undefined) throw missing('FROTA_SMTP_FROM')
  const password = file === undefined ? undefined : secretIn('FROTA_SMTP_PASSWORD_FILE', file)
  const { openMail } = await import('./send-mail.ts')
  return openMail({ url, from, to, password })
}

function missing(option: string): Failure {
  return new Failure('configuration', {
    pt: `FROTA_NOTIFY precisa de ${option}; veja docs/monitoring.md.`,
    en: `FROTA_NOTIFY needs ${option}; see docs/monitoring.md.`,
  })
}

function secretIn(option: string, path: string): string {
  let secret = ''
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw notAFile(option, path, cause)
  }
  if (secret === '') throw notAFile(option, path, undefined)
  return secret
}
