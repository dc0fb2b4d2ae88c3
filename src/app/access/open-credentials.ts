/** The credentials that a run works with: those of FROTA_FLEETS_FILE, each with its own client. */
import type { Client } from '../../client/client.ts'
import { keyFileReader, type Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { chooseFleet, fleetsFileOf } from '../fleets/chosen-fleet.ts'
import type { NamedKey } from './claim-keys.ts'
import { CredentialRound, refuseTwins } from './credential-round.ts'
import type { NamedCredential } from '../fleets/fleets-file.ts'
import { SharedClient } from './shared-client.ts'

/** The options that the file replaces. */
const INSTEAD = ['FROTA_API_KEY', 'FROTA_API_KEY_FILE', 'FROTA_ACCOUNT_ID'] as const

/** Undefined without a file. Throws a Failure that names what to fix; sends nothing yet. */
export function openCredentials(
  config: Config,
  openClient: (of: { apiKey: () => string; accountId: string }) => Client,
  warn: (text: string) => void,
) {
  const file = fleetsFileOf(config)
  if (file === undefined) return undefined
  refuseBoth(config)
  const { accountId, credentials } = chooseFleet(file, config.FROTA_FLEET)
  const readKey = ({ keyFile }: NamedCredential): string =>
    keyFileReader('FROTA_FLEETS_FILE', keyFile)()
  // This process may lack the right to read other accounts' keys; it compares those it can read.
  refuseTwins(file.credentials, (each) =>
    credentials.includes(each) ? readKey(each) : readable(() => readKey(each)),
  )
  const say = (failure: Failure): void => warn(failure.in(config.FROTA_LOCALE))
  const round = new CredentialRound(credentials, { readKey, say })
  const clients = credentials.map((each): [string, Client] => {
    const apiKey = lasting(() => readKey(each))
    return [each.name, openClient({ apiKey, accountId })]
  })
  // The keys whose files can be read.
  const keys = (): NamedKey[] =>
    credentials.flatMap((each) => {
      const key = readable(() => readKey(each))
      return key === undefined ? [] : [{ credential: each.name, key }]
    })
  return { accountId, round, client: new SharedClient(new Map(clients), round), keys }
}

/** Keeps the last key: a file that is being replaced must not fail a request that is under way. */
function lasting(read: () => string): () => string {
  let last: string | undefined
  return () => {
    last = readable(read) ?? last
    return last ?? read()
  }
}

function readable(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Refuses a file and options together: one key in both would be counted twice. */
function refuseBoth(config: Config): void {
  const also = INSTEAD.filter((name) => config[name] !== undefined)
  if (also.length > 0) {
    const names = also.join(', ')
    throw new Failure('configuration', {
      pt: `FROTA_FLEETS_FILE e ${names} definem ambos as credenciais: retire um dos dois.`,
      en: `FROTA_FLEETS_FILE and ${names} both define the credentials: remove one of them.`,
    })
  }
}
