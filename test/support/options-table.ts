/** Tables of commands, options and retentions, from those the program runs by. */
import { RETENTION } from '../../src/app/purge/retention.ts'
import { flagOf } from '../../src/config.ts'
import { commands } from '../../src/cli/commands.ts'
import { shownDefault } from '../../src/cli/help.ts'
import { options, type OptionName } from '../../src/options.ts'
import type { Option } from '../../src/option.ts'

/** Documents with a generated table each, by path. */
export const TABLES: Readonly<Record<string, () => string>> = {
  'README.md': () => commandsTable(),
  'docs/options.md': () => optionsTable(),
  'docs/operations.md': () => retentionTable(),
}

function optionsTable(): string {
  const rows = (Object.entries(options) as [OptionName, Option][]).map(([name, option]) => {
    const fallback = shownDefault(option)
    const secret = flagOf(name) === undefined ? ' (secret: no flag)' : ''
    return `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${option.en}${secret} |`
  })
  return ['| option | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function retentionTable(): string {
  const rows = RETENTION.map(({ what, days, why }) => `| ${what.en} | ${days} | ${why.en} |`)
  return ['| what | days | for |', '|---|---|---|', ...rows].join('\n')
}

function commandsTable(): string {
  const rows = Object.entries(commands).map(
    ([name, { takes = '', en }]) => `| \`frota ${`${name} ${takes}`.trim()}\` | ${en} |`,
  )
  return ['| command | what it does |', '|---|---|', ...rows].join('\n')
}

/** A document with its table renewed: `<!-- table -->` ... `<!-- /table -->`. */
export function withTable(text: string, table: string): string {
  const marked = /(<!-- table -->\n)[\s\S]*?(\n<!-- \/table -->)/
  if (!marked.test(text)) throw new Error('The document has no place for its table.')
  return text.replace(marked, (_, before: string, after: string) => `${before}\n${table}\n${after}`)
}
