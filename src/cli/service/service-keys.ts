/** `frota service keys create|list|rotate|revoke`: a key is shown once, or goes to a file, and is gone. */
import { administer, type ListedKey } from '../../app/service/administer-service.ts'
import { Failure } from '../../failure.ts'
import type { CommandContext } from '../context.ts'
import { tableOf, when } from '../table-lines.ts'
import { givenFlag, neededFlag, wordAt } from '../typed-words.ts'

export async function create(context: CommandContext): Promise<void> {
  const { output } = context
  const example = '--brand ACME --name backend'
  const given = {
    brand: neededFlag(context, 'brand', example),
    name: neededFlag(context, 'name', example),
  }
  const out = givenFlag(context, 'out')
  await administer(context, async (service) => {
    const { key, apiKey } = await service.createKey({ ...given, out })
    tellKey(context, apiKey, out)
    if (key.beside > 0) output.line(othersStay(context, key))
    const { id, prefix, name, brand } = key
    output.object({ id, prefix, name, brand, ...(out === undefined ? { apiKey } : { out }) })
  })
}

const OVERLAP_HOURS = 24
const OVERLAP_HOURS_MAX = 720
const HOUR_MS = 3_600_000

export async function rotate(context: CommandContext): Promise<void> {
  const { output } = context
  const named = wordAt(context, 0, 'PREFIX')
  const out = givenFlag(context, 'out')
  const overlapMs = overlapHours(givenFlag(context, 'overlap')) * HOUR_MS
  await administer(context, async (service) => {
    const { key, former, apiKey } = await service.rotateKey({ named, overlapMs, out })
    tellKey(context, apiKey, out)
    const until = when(context, former.revokedAt)
    output.tell(
      `A chave antiga ${former.prefix} vale até ${until}.`,
      `The old key ${former.prefix} works until ${until}.`,
    )
    const { id, prefix, name, brand } = key
    const shown = out === undefined ? { apiKey } : { out }
    output.object({ id, prefix, name, brand, former, ...shown })
  })
}

function overlapHours(given: string | undefined): number {
  if (given === undefined) return OVERLAP_HOURS
  const hours = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
  if (hours <= OVERLAP_HOURS_MAX) return hours
  throw new Failure('usage', {
    pt: `--overlap: use horas inteiras de 0 a ${OVERLAP_HOURS_MAX}.`,
    en: `--overlap: use whole hours from 0 to ${OVERLAP_HOURS_MAX}.`,
  })
}

function tellKey({ output }: CommandContext, apiKey: string, out: string | undefined): void {
  const where =
    out === undefined
      ? output.say('Chave, mostrada só agora', 'Key, shown only now')
      : output.say('Chave gravada em', 'Key written to')
  output.line(`${where}: ${out ?? apiKey}`)
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
  await administer(context, async (service) => {
    const keys = await service.listKeys({ brand: givenFlag(context, 'brand') })
    const table = tableOf(keys, [
      [say('PREFIXO', 'PREFIX'), ({ prefix }) => prefix],
      [say('NOME', 'NAME'), ({ name }) => name],
      [say('MARCA', 'BRAND'), ({ brand }) => brand],
      [say('CRIADA', 'MADE'), ({ createdAt }) => when(context, createdAt)],
      [say('ÚLTIMO USO', 'LAST USED'), ({ lastUsedAt }) => when(context, lastUsedAt)],
      [say('REVOGADA', 'REVOKED'), ({ revokedAt }) => when(context, revokedAt)],
      ['ID', ({ id }) => id],
    ])
    for (const line of table) output.line(line)
    output.object({ keys })
  })
}

export async function revoke(context: CommandContext): Promise<void> {
  const { output, flags } = context
  const named = wordAt(context, 0, 'PREFIX')
  await administer(context, async (service) => {
    const force = flags['force'] === true
    const { key, changed } = await service.revokeKey({ named, force })
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
