/** `frota service`: the debt service on a port, with simulated providers, until it is stopped. */
import { existsSync } from 'node:fs'
import { wallClock } from '../clock.ts'
import { openDatabase } from '../database/open.ts'
import { Failure } from '../failure.ts'
import { openLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { openSecret } from '../secret.ts'
import type { CommandContext } from './context.ts'
import { secretPath } from './open-ledger.ts'
import { startOwnService } from './own-service.ts'

export async function run({ config, output, stop, name }: CommandContext): Promise<void> {
  if (config.LOOKUP_MODE === 'live' || config.PAYMENTS_MODE === 'live') throw noLiveProvider()
  const log = openLog(config.LOG_LEVEL)
  const isFirst = !existsSync(secretPath(config))
  await using database = await openDatabase(
    config.DATABASE_URL === undefined
      ? { dataDir: config.FROTA_DATA_DIR, command: `frota ${name}` }
      : { url: config.DATABASE_URL },
  )
  const secret = await openSecret(secretPath(config), systemRandom)
  const { pool } = database
  const tools = { config, pool, secret, clock: wallClock, random: systemRandom, log }
  await using service = await startOwnService(tools, 'demo', {
    port: config.PORT,
    ...(config.PUBLIC_BASE_URL === undefined ? {} : { publicBaseUrl: config.PUBLIC_BASE_URL }),
    corsOrigins: config.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  })
  const { apiKey, accountId } = secret.embedded
  const { say } = output
  output.line(`${say('Serviço em', 'Service at')} ${service.url} (LOOKUP_MODE=mock)`)
  output.line(`${say('Conta de demonstração', 'Demo account')}: ${accountId}`)
  // Once: whoever starts it again has the key, or reads it from the secret file's owner.
  if (isFirst) output.line(`${say('Chave de demonstração', 'Demo key')}: ${apiKey}`)
  output.object({ url: service.url, accountId, ...(isFirst ? { apiKey } : {}) })
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true })
    if (stop.aborted) resolve()
  })
}

function noLiveProvider(): Failure {
  return new Failure('configuration', {
    pt: 'Ainda não há provedor real; use LOOKUP_MODE=mock e PAYMENTS_MODE=mock.',
    en: 'There is no live provider yet; use LOOKUP_MODE=mock and PAYMENTS_MODE=mock.',
  })
}
