/** Renders docs/service-world.md from the events. */
import { WALKED_YEAR } from './walk-year.ts'
import type { WorldEvent } from './world-event.ts'

export function worldPage(events: readonly WorldEvent[]): string {
  return [
    INTRODUCTION,
    STATES,
    EVENTS,
    table(['kind', 'event', 'when', 'how much', 'by which rule'], events.map(eventRow)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

const INTRODUCTION = `# The simulated world

What the simulated authorities of \`frota service\` answer in a year. An answer follows from the seed, the vehicle (Renavam, UF,
plate), the day and what was settled, and from nothing else; asked twice on a day, it has the same debts under new ids. None of it
is law: figures and dates are the simulation's own.

\`test/service/simulation/world-year.test.ts\` renders this page (\`FROTA_GOLDEN=update\` writes it), walks a fleet through
every day of ${WALKED_YEAR}, and fails unless every event happens in every state that has it, and in no other.`

const STATES = `What differs by state (rate and instalments of IPVA, discount, what licensing waits for, pace of settling) is
\`src/service/simulation/state-rules.ts\`; due dates are in \`src/fleet/calendar/\`. Instalments follow monthly; four vehicles in
ten were first registered during a year and pay the tax from a month of their own on.`

const EVENTS = 'A percentage is of the amount before fees.'

function eventRow(event: WorldEvent): string[] {
  const { kind, when, amount, rule } = event
  const code = (text: string): string => text.replaceAll(/[a-z_]+/g, (word) => `\`${word}\``)
  const name = kind === 'any' || kind === 'none' ? kind : code(kind)
  return [name, event.event, when, amount, rule]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
