/** Asks a person to confirm what was shown; `--yes` confirms for scripts. */
import { createInterface } from 'node:readline/promises'
import { Failure } from '../failure.ts'
import { askLine } from './ask-line.ts'
import type { CommandContext } from './context.ts'

/** Throws `usage` when the answer is no, or when nobody can be asked and --yes was not given. */
export async function confirm({
  output,
  flags,
  stop,
}: Pick<CommandContext, 'output' | 'flags' | 'stop'>): Promise<void> {
  if (flags['yes'] === true) return
  const { stdin: input, stderr } = process
  if (!input.isTTY || !stderr.isTTY || output.json) {
    throw new Failure('usage', {
      pt: 'Para confirmar sem um terminal, acrescente --yes.',
      en: 'To confirm without a terminal, add --yes.',
    })
  }
  const word = output.say('sim', 'yes')
  const question = output.say(`Confirma? Digite ${word}: `, `Is this right? Type ${word}: `)
  const reader = createInterface({ input, output: stderr })
  const typed = await askLine(reader, question, stop).catch(() => '')
  if (typed.trim().toLowerCase() !== word) {
    throw new Failure('usage', { pt: 'Nada foi mudado.', en: 'Nothing was changed.' })
  }
}
