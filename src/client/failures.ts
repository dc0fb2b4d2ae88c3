/** What a person reads when the service cannot be worked with: what happened, and the cure. */
import { Failure } from '../failure.ts'

export function unreachable(origin: string, why: string): Failure {
  return new Failure(
    'service-unreachable',
    `The service at ${origin} cannot be reached: ${why}. ` +
      'Check FROTA_API_URL and the network, and try again.',
  )
}

export function unanswered(origin: string, why: string): Failure {
  return new Failure(
    'service-unreachable',
    `The service at ${origin} does not answer: ${why}. Try again later.`,
  )
}

export function wrongKey(origin: string): Failure {
  return new Failure(
    'wrong-key',
    `The service at ${origin} refuses the API key: it is invalid or revoked. ` +
      'Set FROTA_API_KEY or FROTA_API_KEY_FILE to a key of this service.',
  )
}

export function wrongAccount(origin: string, detail: string): Failure {
  const said = detail === '' ? '' : ` (${detail})`
  return new Failure(
    'wrong-account',
    `The service at ${origin} refuses the account${said}. ` +
      'Set FROTA_ACCOUNT_ID to an active account of the key’s brand.',
  )
}

export function wrongService(origin: string, what: string): Failure {
  return new Failure(
    'wrong-service',
    `What answers at ${origin} is not a Vehicle Debt Integration Service: ${what}. ` +
      'Check FROTA_API_URL.',
  )
}

export function serviceRefused(origin: string, operation: string, said: string): Failure {
  return new Failure(
    'service-refused',
    `The service at ${origin} did not do ${operation}: ${said}. Try again later.`,
  )
}
