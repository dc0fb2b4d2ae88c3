/** `frota service brands create|list|fee|deactivate|activate`. */
import { Failure } from '../../failure.ts'
import { displayCents, parseReais } from '../../fleet/money.ts'
import { administer } from '../../app/service/administer-service.ts'
import type { CommandContext } from '../context.ts'
import { tableOf, when } from '../table-lines.ts'
import { neededFlag, wordAt } from '../typed-words.ts'

export async function create(context: CommandContext): Promise<void> {
  const { output } = context
  const example = 'ACME --fee 4.90'
  const name = wordAt(context, 0, example)
  const serviceFeeCents = reaisOf(neededFlag(context, 'fee', example))
  await administer(context, async (service) => {
    const brand = await service.createBrand({ name, serviceFeeCents })
    output.line(
      brand.created
        ? output.say(`Marca criada: ${brand.name}`, `Brand made: ${brand.name}`)
        : output.say(`A marca ${brand.name} já existia.`, `The brand ${brand.name} existed.`),
    )
    if (!brand.isActive) output.tell('Está desativada.', 'It is deactivated.')
    output.object({ ...brand, serviceFeeCents })
  })
}

export async function list(context: CommandContext): Promise<void> {
  const { output } = context
  const { say, locale } = output
  await administer(context, async (service) => {
    const brands = await service.listBrands()
    const stateOf = ({ isActive }: { isActive: boolean }) =>
      isActive ? say('ativa', 'active') : say('desativada', 'deactivated')
    const table = tableOf(brands, [
      [say('MARCA', 'BRAND'), ({ name }) => name],
      [say('TARIFA', 'FEE'), ({ serviceFeeCents }) => displayCents(serviceFeeCents, locale)],
      [say('CONTAS', 'ACCOUNTS'), ({ accounts }) => String(accounts)],
      [say('CHAVES ATIVAS', 'LIVE KEYS'), ({ liveKeys }) => String(liveKeys)],
      [say('CRIADA', 'MADE'), ({ createdAt }) => when(context, createdAt)],
      [say('SITUAÇÃO', 'STATE'), stateOf],
    ])
    for (const line of table) output.line(line)
    output.object({ brands })
  })
}

export async function fee(context: CommandContext): Promise<void> {
  const { output } = context
  const example = 'ACME 5.50'
  const brand = wordAt(context, 0, example)
  const serviceFeeCents = reaisOf(wordAt(context, 1, example))
  await administer(context, async (service) => {
    const { id, name, before } = await service.setBrandFee({ brand, serviceFeeCents })
    const [from, to] = [before, serviceFeeCents].map((cents) => displayCents(cents, output.locale))
    output.tell(
      `Tarifa de ${name}: ${to} (antes ${from}); vale para os próximos pedidos.`,
      `Fee of ${name}: ${to} (before ${from}); it holds for orders from now on.`,
    )
    output.object({ id, name, serviceFeeCents, before })
  })
}

export const deactivate = (context: CommandContext): Promise<void> => setActive(context, false)
export const activate = (context: CommandContext): Promise<void> => setActive(context, true)

async function setActive(context: CommandContext, isActive: boolean): Promise<void> {
  const { output } = context
  const named = wordAt(context, 0, 'ACME')
  await administer(context, async (service) => {
    const { id, name, changed } = await service.setBrandActive({ brand: named, isActive })
    output.line(
      isActive
        ? output.say(`A marca ${name} está ativa.`, `The brand ${name} is active.`)
        : output.say(
            `A marca ${name} está desativada: as chamadas dela recebem 401.`,
            `The brand ${name} is deactivated: its calls get 401.`,
          ),
    )
    output.object({ id, name, isActive, changed })
  })
}

function reaisOf(text: string): bigint {
  const cents = parseReais(text)
  if (cents.ok) return cents.value
  const shown = JSON.stringify(text.slice(0, 40))
  throw new Failure('usage', {
    pt: `A tarifa ${shown} não serve: dê um valor em reais, como 4,90.`,
    en: `The fee ${shown} is not usable: give an amount in reais, such as 4.90.`,
  })
}
