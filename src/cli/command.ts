/** What a command is: what it is for, what it takes, and where its code is. */
import type { Bilingual } from '../bilingual.ts'
import type { OptionName } from '../options.ts'
import type { CommandContext } from './context.ts'

export interface CommandFlag extends Bilingual {
  /** A flag without a value when absent; otherwise what stands for the value in the help. */
  value?: string
}

export interface Command extends Bilingual {
  /** Words after the name, as the help shows them. */
  takes?: string
  /** Where a word may be repeated; otherwise as many words as the help shows. */
  argumentsMax?: number
  options: readonly OptionName[]
  flags?: Readonly<Record<string, CommandFlag>>
  /** Named by one word or two after the command's own: `run`, `brands list`. */
  subcommands?: Readonly<Record<string, Command>>
  /** It works for long or unattended: its beginning and its end are in the log. */
  isLogged?: true
  load: () => Promise<{ run: Run }>
}

type Run = (context: CommandContext) => Promise<void>

/** How to load one verb of a file that has several. */
export function verbsOf<Verb extends string>(load: () => Promise<Readonly<Record<Verb, Run>>>) {
  return (verb: Verb) => async () => ({ run: (await load())[verb] })
}
