/** What an office's console needs before it starts. */
import { LOOPBACK } from '../../app/loopback.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { LedgerUse } from '../frame/console-tools.ts'

/** Throws a Failure where other machines would reach a console that nobody can sign in to. */
export async function requirePeople(
  config: Config,
  host: string | undefined,
  ledger: LedgerUse,
): Promise<void> {
  const {
    FROTA_CONSOLE_ORIGIN: origin,
    FROTA_CONSOLE_PERSON_HEADER: header,
    FROTA_CONSOLE_PROXY: proxy,
  } = config
  if ((header === undefined) !== (proxy === undefined))
    throw new Failure('configuration', HALF_PROXY)
  if (origin === undefined) {
    if (host !== undefined && !LOOPBACK.includes(host)) throw noOrigin(host)
    return
  }
  const people = (await ledger.look((open) => open.people.all())) ?? []
  if (people.length === 0) throw new Failure('configuration', NOBODY)
}

function noOrigin(host: string): Failure {
  const given = host.slice(0, 60)
  return new Failure('configuration', {
    pt:
      `--host ${given}: outras máquinas alcançariam o console sem TLS. Ponha um proxy com TLS ` +
      'antes dele e diga o endereço em FROTA_CONSOLE_ORIGIN, como https://frota.exemplo.com.br.',
    en:
      `--host ${given}: other machines would reach the console without TLS. Put a proxy with TLS ` +
      'before it and give its address in FROTA_CONSOLE_ORIGIN, such as https://frota.example.com.',
  })
}

const NOBODY = {
  pt: 'Ninguém pode entrar ainda: inclua alguém com frota people add NOME --role admin.',
  en: 'Nobody can sign in yet: add somebody with frota people add NAME --role admin.',
}

const HALF_PROXY = {
  pt:
    'FROTA_CONSOLE_PERSON_HEADER e FROTA_CONSOLE_PROXY só valem juntos: sem o endereço do ' +
    'proxy, qualquer um diria ser quem quisesse.',
  en:
    'FROTA_CONSOLE_PERSON_HEADER and FROTA_CONSOLE_PROXY hold together only: without the ' +
    "proxy's address anybody could claim any name.",
}
