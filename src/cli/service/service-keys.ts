/** `frota service keys create|list|revoke`: a key is shown once, or goes to a file, and is gone. */
import { Failure } from '../../failure.ts'
import { systemRandom } from '../../random.ts'
import { openSecret } from '../../secret.ts'
import {
  issueKey,
  listKeys,
  type ListedKey,
  revokeKey,
} from '../../service/tenants/administer-keys.ts'
import { createApiKey } from '../../service/keys/create-api-key.ts'
import { isUnusedService, pepperStanding } from '../../service/keys/pepper-standing.ts'
import { deriveSecrets } from '../../service/keys/service-secrets.ts'
import type { CommandContext } from '../context.ts'
import { writeKeyFile } from '../access/key-file.ts'
import { secretPath } from '../run/open-ledger.ts'
import {
  administer,
  givenFlag,
  neededFlag,
  tableLines,
  when,
  wordAt,
} from './service-administration.ts'

export async function create(context: CommandContext): Promise<void> {
  const { output, config } = context
  const example = '--brand ACME --name backend'
  const given = {
    brand: neededFlag(context, 'brand', example),
    name: neededFlag(context, 'name', example),
  }
  const out = givenFlag(context, 'out')
  await administer(context, async (tools) => {
    const secret = await openSecret(secretPath(config), systemRandom, () =>
      isUnusedService(tools.db),
    )
    const secrets = deriveSecrets(secret.keyPepper)
    const standing = await pepperStanding(tools.db, secrets, secret.embedded.apiKey)
    if (standing === 'foreign') throw foreignSecret(secretPath(config))
    const apiKey = createApiKey(tools.random)
    // The file first: a key that the service knows and nobody holds would be of no use.
    await using file = out === undefined ? undefined : await writeKeyFile(out, apiKey)
    const key = await issueKey({ ...tools, secrets }, { ...given, apiKey })
    file?.keep()
    const where =
      out === undefined
        ? output.say('Chave, mostrada só agora', 'Key, shown only now')
        : output.say('Chave gravada em', 'Key written to')
    output.line(`${where}: ${out ?? apiKey}`)
    if (key.beside > 0) output.line(othersStay(context, key))
    const { id, prefix, name, brand } = key
    output.object({ id, prefix, name, brand, ...(out === undefined ? { apiKey } : { out }) })
  })
}

function othersStay({ output }: CommandContext, { brand }: ListedKey): string {
  return output.say(
    `As outras chaves de ${brand} continuam valendo até serem revogadas.`,
    `The other keys of ${brand} stay valid until they are revoked.`,
  )
}

export async function list(context: CommandContext): Promise<void> {
  const { output } = context
  const { say } = output
  await administer(context, async ({ db }) => {
    const keys = await listKeys(db, { brand: givenFlag(context, 'brand') })
    const head = [
      say('PREFIXO', 'PREFIX'),
      say('NOME', 'NAME'),
      say('MARCA', 'BRAND'),
      say('CRIADA', 'MADE'),
      say('ÚLTIMO USO', 'LAST USED'),
      say('REVOGADA', 'REVOKED'),
      'ID',
    ]
    const rows = keys.map((key) => [
      key.prefix,
      key.name,
      key.brand,
      when(context, key.createdAt),
      when(context, key.lastUsedAt),
      when(context, key.revokedAt),
      key.id,
    ])
    for (const line of tableLines([head, ...rows])) output.line(line)
    output.object({ keys })
  })
}

export async function revoke(context: CommandContext): Promise<void> {
  const { output, flags } = context
  const named = wordAt(context, 0, 'PREFIX')
  await administer(context, async (tools) => {
    const force = flags['force'] === true
    const { key, changed } = await revokeKey(tools, { named, force })
    output.line(
      changed
        ? output.say(
            `Chave revogada: ${key.prefix} (${key.name}); a próxima chamada com ela recebe 401.`,
            `Key revoked: ${key.prefix} (${key.name}); the next call with it gets 401.`,
          )
        : output.say(
            `A chave ${key.prefix} (${key.name}) já estava revogada.`,
            `The key ${key.prefix} (${key.name}) was revoked before.`,
          ),
    )
    output.object({ ...key, changed })
  })
}

function foreignSecret(path: string): Failure {
  return new Failure('configuration', {
    pt:
      `O arquivo de segredos ${path} não é o do serviço que usa este banco de dados; ele ` +
      'recusaria a chave. Indique o dele em FROTA_SECRET_FILE.',
    en:
      `The secret file ${path} is not the one of the service that uses this database, which ` +
      'would refuse the key. Set FROTA_SECRET_FILE to that one.',
  })
}
