/** The subcommands of `frota service`: found by their words, explained in both languages. */
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { findCommand } from '../../src/cli/find-command.ts'
import { commandHelp, groupHelp } from '../../src/cli/help.ts'
import { serviceCommands } from '../../src/cli/service/service-commands.ts'
import { failureOf } from '../support/failure-of.ts'

const all = Object.entries(serviceCommands)

describe('the words of a command line', () => {
  test('name the service itself, with "run" or without', async () => {
    const bare = findCommand('service', ['--port', '0'])
    expect(bare).toMatchObject({ kind: 'command', name: 'service', rest: ['--port', '0'] })
    const run = findCommand('service', ['run', '--port', '0'])
    expect(run).toMatchObject({ kind: 'command', name: 'service run', rest: ['--port', '0'] })
    const modules = [bare, run].map((found) => (found.kind === 'command' ? found.command.load : ''))
    expect(modules[0]).toBe(modules[1])
  })

  test('that stop short are answered with what could follow', () => {
    const failure = failureOf(() => findCommand('service', ['keys']))
    expect(failure.exitCode).toBe(2)
    expect(failure.in('en')).toContain('frota service keys create|list|rotate|revoke')
    expect(failure.in('pt-BR')).toContain('Diga o que fazer: frota service keys')
    expect(failureOf(() => findCommand('service', ['brands', 'drop'])).in('en')).toContain('fee')
  })

  test('of no subcommand are left to the command, and Object’s own words name nothing', () => {
    for (const word of ['nothing', 'constructor', 'toString', '']) {
      expect(findCommand('service', [word])).toMatchObject({ name: 'service', rest: [word] })
    }
    expect(failureOf(() => findCommand('constructor', [])).in('en')).toMatch(/no command/)
  })
})

describe.each(['pt-BR', 'en'] as const)('help in %s', (locale) => {
  test('of the service and of a group lists the subcommands', () => {
    const { service } = commands
    if (service === undefined) throw new Error('There is no service.')
    const help = commandHelp('service', service, locale)
    const missing = all.filter(([words]) => !help.includes(`  ${words}`))
    expect(missing).toEqual([])
    const found = findCommand('service', ['keys', '--help'])
    if (found.kind !== 'group') throw new Error('The group was not asked for.')
    const group = groupHelp(found.name, found.subcommands, locale)
    expect(group).toContain('keys revoke')
    expect(group).not.toContain('brands')
  })
})
