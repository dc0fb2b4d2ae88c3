/** Pure. Words and flags that a command requires. */
import { givenReason } from '../app/given-reason.ts'
import { Failure } from '../failure.ts'
import type { Parsed } from '../option-parsers.ts'
import type { CommandContext } from './context.ts'

/** The word at `at`; where it is missing or blank, a Failure shows how the command is written. */
export function wordAt({ words, name }: CommandContext, at: number, example: string): string {
  const word = words[at] ?? ''
  return word.trim() === '' ? missing(name, example) : word
}

/** The value of a required flag, or a Failure with an example. */
export function neededFlag(context: CommandContext, flag: string, example: string): string {
  return givenFlag(context, flag) ?? missing(context.name, example)
}

export function givenFlag({ flags }: CommandContext, flag: string): string | undefined {
  const value = flags[flag]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A whole number from `min` to `max`, or `without` where the flag was not given. */
export function numberFlag(
  { flags }: Pick<CommandContext, 'flags'>,
  flag: string,
  { min = 1, max, without }: { min?: number; max: number; without: number },
): number {
  const given = flags[flag]
  if (given === undefined) return without
  const number = typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Failure('usage', {
    pt: `--${flag}: dê um número de ${min} a ${max}.`,
    en: `--${flag}: give a number from ${min} to ${max}.`,
  })
}

/** What `text` says after a flag, as an option reads it; throws `usage` with what it takes. */
export function flagValue<T>(flag: string, text: string, read: (text: string) => Parsed<T>): T {
  const parsed = read(text)
  if (parsed.ok) return parsed.value
  const { pt, en } = parsed.expected
  throw new Failure('usage', { pt: `--${flag} ${text}: ${pt}.`, en: `--${flag} ${text}: ${en}.` })
}

function missing(name: string, example: string): never {
  const words = `frota ${name} ${example}`
  throw new Failure('usage', { pt: `Escreva: ${words}`, en: `Write: ${words}` })
}

/** Pure. The reason that a person gave with `--reason`; undefined without it. */
export function decisionReason({ flags }: Pick<CommandContext, 'flags'>): string | undefined {
  const given = givenReason(flags['reason'])
  return given === '' ? undefined : given
}
