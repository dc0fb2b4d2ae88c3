/** `frota service accounts create|list|deactivate|activate`. */
import { administer } from '../../app/service/administer-service.ts'
import type { CommandContext } from '../context.ts'
import { tableLines, when } from '../table-lines.ts'
import { givenFlag, neededFlag, wordAt } from '../typed-words.ts'

export async function create(context: CommandContext): Promise<void> {
  const { output } = context
  const example = '"Transportes Lima" --brand ACME'
  const name = wordAt(context, 0, example)
  const brand = neededFlag(context, 'brand', example)
  await administer(context, async (service) => {
    const account = await service.createAccount({ brand, name })
    output.line(
      account.created
        ? output.say(`Conta criada: ${account.id}`, `Account made: ${account.id}`)
        : output.say(`A conta já existia: ${account.id}`, `The account existed: ${account.id}`),
    )
    if (!account.isActive) output.line(output.say('Está desativada.', 'It is deactivated.'))
    output.object(account)
  })
}

export async function list(context: CommandContext): Promise<void> {
  const { output } = context
  const { say } = output
  await administer(context, async (service) => {
    const accounts = await service.listAccounts({ brand: givenFlag(context, 'brand') })
    const head = [
      say('CONTA', 'ACCOUNT'),
      say('NOME', 'NAME'),
      say('MARCA', 'BRAND'),
      say('CRIADA', 'MADE'),
      say('SITUAÇÃO', 'STATE'),
    ]
    const rows = accounts.map((account) => [
      account.id,
      account.name,
      account.brand,
      when(context, account.createdAt),
      account.isActive ? say('ativa', 'active') : say('desativada', 'deactivated'),
    ])
    for (const line of tableLines([head, ...rows])) output.line(line)
    output.object({ accounts })
  })
}

export function deactivate(context: CommandContext): Promise<void> {
  return setActive(context, false)
}

export function activate(context: CommandContext): Promise<void> {
  return setActive(context, true)
}

async function setActive(context: CommandContext, isActive: boolean): Promise<void> {
  const { output } = context
  const account = wordAt(context, 0, '"Transportes Lima" --brand ACME')
  const brand = givenFlag(context, 'brand')
  await administer(context, async (service) => {
    const found = await service.setAccountActive({ account, brand, isActive })
    output.line(
      isActive
        ? output.say(`A conta ${found.name} está ativa.`, `The account ${found.name} is active.`)
        : output.say(
            `A conta ${found.name} está desativada: as chamadas para ela recebem 403.`,
            `The account ${found.name} is deactivated: calls for it get 403.`,
          ),
    )
    output.object({ ...found, isActive })
  })
}
