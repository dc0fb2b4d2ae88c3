/** `frota orders …`: what may be ordered, who decides about it, and what became of it. */
import type { OptionName } from '../options.ts'
import type { Command } from './command.ts'

const reading: readonly OptionName[] = [
  'FROTA_DATA_DIR',
  'FROTA_SECRET_FILE',
  'DATABASE_URL',
  'FROTA_FLEET',
  'FROTA_LOCALE',
  'FROTA_TIME_ZONE',
  'LOG_LEVEL',
]

export const listOrders: Command = {
  argumentsMax: 0,
  pt: 'propostas e pedidos, com o que falta a cada um',
  en: 'proposals and orders, with what each one waits for',
  options: reading,
  load: () => import('./orders.ts'),
}

/** One entry per verb; `pay` and `resolve` have their code in files of their own. */
export const orderCommands: Readonly<Record<string, Command>> = {
  list: listOrders,
}
