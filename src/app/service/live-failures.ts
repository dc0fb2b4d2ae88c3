/** What the operator reads when live mode cannot start, with the cure. */
import { inBoth } from '../../bilingual.ts'
import { Failure } from '../../failure.ts'

/** Names which of the three options are missing. */
export function missing(given: { baseUrl: unknown; accountId: unknown; apiKey: unknown }): Failure {
  const names = [
    ...(given.baseUrl === undefined ? ['LIVE_API_URL'] : []),
    ...(given.apiKey === undefined ? ['LIVE_API_KEY_FILE'] : []),
    ...(given.accountId === undefined ? ['LIVE_ACCOUNT_ID'] : []),
  ].join(', ')
  return new Failure('configuration', {
    pt: `O modo live encaminha a outro serviço, e falta dizer a qual: defina ${names}.`,
    en: `Live mode forwards to another service, and which one is not said: set ${names}.`,
  })
}

export function lookupIsMock(): Failure {
  return new Failure('configuration', {
    pt:
      'PAYMENTS_MODE=live paga débitos que o outro serviço respondeu; ' +
      'defina também LOOKUP_MODE=live.',
    en: 'PAYMENTS_MODE=live pays debts that the other service answered; set LOOKUP_MODE=live too.',
  })
}

export function exposedLive(): Failure {
  return new Failure('configuration', {
    pt:
      'LIVE_API_URL levaria a chave, documentos e cartões por HTTP sem cifra a outra máquina. ' +
      'Dê o endereço https:// do serviço.',
    en:
      'LIVE_API_URL would carry the key, documents and cards to another machine over plain HTTP. ' +
      'Give the https:// address of the service.',
  })
}

export function chainedToItself(): Failure {
  return new Failure('configuration', {
    pt:
      'LIVE_API_URL e a sua chave levam a este mesmo serviço, que chamaria a si próprio. ' +
      'Dê o endereço e a chave de outro.',
    en:
      'LIVE_API_URL and its key lead to this very service, which would call itself. ' +
      'Give the address and the key of another one.',
  })
}

/** Replaces the runner's options (FROTA_) in the client's sentences by those of live mode. */
export function inLiveNames(failure: Failure): Failure {
  const named = inBoth((locale) => failure.in(locale).replaceAll('FROTA_', 'LIVE_'))
  return new Failure(failure.code, named, { cause: failure })
}
