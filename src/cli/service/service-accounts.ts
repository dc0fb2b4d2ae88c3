/** `frota service accounts create|list|deactivate|activate|retention|erase`. */
import { administer } from '../../app/service/administer-service.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import { tableOf, when } from '../table-lines.ts'
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
    if (!account.isActive) output.tell('Está desativada.', 'It is deactivated.')
    output.object(account)
  })
}

export async function list(context: CommandContext): Promise<void> {
  const { output } = context
  const { say } = output
  await administer(context, async (service) => {
    const accounts = await service.listAccounts({ brand: givenFlag(context, 'brand') })
    const stateOf = ({ isActive }: { isActive: boolean }) =>
      isActive ? say('ativa', 'active') : say('desativada', 'deactivated')
    const table = tableOf(accounts, [
      [say('CONTA', 'ACCOUNT'), ({ id }) => id],
      [say('NOME', 'NAME'), ({ name }) => name],
      [say('MARCA', 'BRAND'), ({ brand }) => brand],
      [say('CRIADA', 'MADE'), ({ createdAt }) => when(context, createdAt)],
      [say('SITUAÇÃO', 'STATE'), stateOf],
      [say('DADOS (DIAS)', 'DATA (DAYS)'), ({ personalDataDays }) => String(personalDataDays)],
    ])
    for (const line of table) output.line(line)
    output.object({ accounts })
  })
}

export const deactivate = (context: CommandContext): Promise<void> => setActive(context, false)
export const activate = (context: CommandContext): Promise<void> => setActive(context, true)

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

export async function retention(context: CommandContext): Promise<void> {
  const { output } = context
  const account = wordAt(context, 0, '"Transportes Lima" --days 90')
  const days = Number(neededFlag(context, 'days', '"Transportes Lima" --days 90'))
  const brand = givenFlag(context, 'brand')
  await administer(context, async (service) => {
    const found = await service.setPersonalDataDays({ account, brand, days })
    output.tell(
      `${found.name}: ${days} dias depois da desativação de um veículo, o documento do dono é apagado.`,
      `${found.name}: ${days} days after a vehicle's deactivation its owner's document is erased.`,
    )
    output.object({ ...found, days })
  })
}

export async function erase(context: CommandContext): Promise<void> {
  const { output } = context
  const account = wordAt(context, 0, '"Transportes Lima" --brand ACME')
  const brand = givenFlag(context, 'brand')
  output.tell(
    `Os documentos e apelidos dos veículos de ${account} serão apagados para sempre.`,
    `The documents and nicknames of the vehicles of ${account} will be erased for good.`,
  )
  await confirm(context)
  await administer(context, async (service) => {
    const found = await service.eraseAccount({ account, brand })
    output.tell(
      `${found.name}: ${found.erased} veículos apagados; placas, débitos e pedidos ficam.`,
      `${found.name}: ${found.erased} vehicles erased; plates, debts and orders stay.`,
    )
    output.object(found)
  })
}
