/** `frota retry`: asks again now for the vehicles whose consultation failed or got no answer. */
import type { CommandContext } from './context.ts'
import { goOn } from './resume.ts'

export function run(context: CommandContext): Promise<void> {
  return goOn(context, 'retry')
}
