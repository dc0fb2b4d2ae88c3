/**
 * The two settings that only tests may have: FROTA_TEST_SCALE (short windows) and FROTA_START_AT
 * (another date). They would make us ask a real service too often, or about wrong days.
 */
import { startWallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { LOOPBACK } from '../loopback.ts'

/** At the start of every command, before anything reads the time. Throws `configuration`. */
export function beginTestSettings(config: Config): void {
  const urls = [config.FROTA_API_URL, config.LIVE_API_URL].filter((url) => url !== undefined)
  const hosts = [config.SERVICE_HOST, ...urls.map((url) => new URL(url).hostname)]
  if (!hosts.every((host) => LOOPBACK.includes(host))) refuse(config)
  if (config.FROTA_START_AT !== undefined) startWallClock(config.FROTA_START_AT)
}

/** Checked again once the service answered: the ledger may name another one than the options. */
export function refuseTestSettings(
  config: Config,
  { baseUrl, simulated }: { baseUrl: string; simulated: boolean },
): void {
  if (!simulated || !LOOPBACK.includes(new URL(baseUrl).hostname)) refuse(config)
}

function refuse({ FROTA_TEST_SCALE, FROTA_START_AT }: Config): void {
  const named = [
    ...(FROTA_TEST_SCALE === 1 ? [] : ['FROTA_TEST_SCALE']),
    ...(FROTA_START_AT === undefined ? [] : ['FROTA_START_AT']),
  ]
  const [name] = named
  if (name === undefined) return
  throw new Failure('configuration', {
    pt: `${name} só serve para testes contra um serviço simulado em loopback; retire-a.`,
    en: `${name} is only for tests against a simulated service on loopback; remove it.`,
  })
}
