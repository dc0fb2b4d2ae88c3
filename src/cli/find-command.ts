/** Pure. Which command the words of a command line name. */
import { Failure } from '../failure.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'

export type FoundCommand =
  | { kind: 'command'; name: string; command: Command; rest: readonly string[] }
  /** The first word of some subcommands with --help. */
  | { kind: 'group'; name: string; subcommands: Readonly<Record<string, Command>> }

/** Throws the Failure 'usage' that lists the commands. */
export function findCommand(name: string, rest: readonly string[]): FoundCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    const known = Object.keys(commands).join(', ')
    const typed = name.slice(0, 40)
    throw new Failure('usage', {
      pt: `O comando "${typed}" não existe. Há: ${known}.`,
      en: `There is no command "${typed}". There are: ${known}.`,
    })
  }
  const { subcommands } = command
  if (subcommands === undefined) return { kind: 'command', name, command, rest }
  const [group = '', verb = ''] = rest
  const key = [`${group} ${verb}`, group].find((words) => Object.hasOwn(subcommands, words))
  const found = key === undefined ? undefined : subcommands[key]
  if (key !== undefined && found !== undefined) {
    const words = key.split(' ').length
    return { kind: 'command', name: `${name} ${key}`, command: found, rest: rest.slice(words) }
  }
  const groups = Object.groupBy(Object.entries(subcommands), ([words]) => words.split(' ')[0] ?? '')
  const members = Object.fromEntries((Object.hasOwn(groups, group) && groups[group]) || [])
  const verbs = Object.keys(members).map((words) => words.slice(group.length + 1))
  if (verbs.length === 0) return { kind: 'command', name, command, rest }
  if (rest.some((word) => word === '--help' || word === '-h')) {
    return { kind: 'group', name: `${name} ${group}`, subcommands: members }
  }
  throw new Failure('usage', {
    pt: `Diga o que fazer: frota ${name} ${group} ${verbs.join('|')} (--help explica).`,
    en: `Say what to do: frota ${name} ${group} ${verbs.join('|')} (--help explains).`,
  })
}
