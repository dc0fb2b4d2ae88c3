/** The README's tables of commands and options, made from the tables that the program runs by. */
import { flagOf } from '../../src/config.ts'
import { commands } from '../../src/cli/commands.ts'
import { shownDefault } from '../../src/cli/help.ts'
import { options } from '../../src/options.ts'
import type { Option, OptionName } from '../../src/options.ts'

export function optionsTable(): string {
  const rows = (Object.entries(options) as [OptionName, Option][]).map(([name, option]) => {
    const flag = flagOf(name)
    const fallback = shownDefault(option)
    return (
      `| \`${name}\` | ${flag === undefined ? 'none (secret)' : `\`--${flag}\``} | ` +
      `${fallback === '' ? '' : `\`${fallback}\``} | ${option.en} |`
    )
  })
  return ['| environment | flag | default | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

export function commandsTable(): string {
  const rows = Object.entries(commands).map(
    ([name, { takes = '', en }]) => `| \`frota ${`${name} ${takes}`.trim()}\` | ${en} |`,
  )
  return ['| command | what it does |', '|---|---|', ...rows].join('\n')
}

/** A document with each marked table renewed: `<!-- options -->` ... `<!-- /options -->`. */
export function withTables(text: string): string {
  return renew(renew(text, 'options', optionsTable()), 'commands', commandsTable())
}

function renew(text: string, name: string, table: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`)
  if (!marked.test(text)) throw new Error(`The document has no place for the ${name}.`)
  return text.replace(marked, (_, before: string, after: string) => `${before}\n${table}\n${after}`)
}
