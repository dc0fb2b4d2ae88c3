/** Renders docs/service-world.md from the rules and the events. */
import { dueDatesOf } from '../../../src/fleet/calendar/due-dates.ts'
import { type Uf, UFS } from '../../../src/fleet/uf.ts'
import { rulesOf } from '../../../src/service/simulation/state-rules.ts'
import { WALKED_YEAR } from './walk-year.ts'
import { percent, type WorldEvent } from './world-event.ts'

export function worldPage(events: readonly WorldEvent[]): string {
  return [
    INTRODUCTION,
    '## Rules of the states',
    STATES,
    table(STATE_HEAD, UFS.map(stateRow)),
    '## Events',
    EVENTS,
    table(['', 'kind', 'event', 'when', 'how much', 'by which rule', 'file'], events.map(eventRow)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

const INTRODUCTION = `# The simulated world

What the simulated authorities of \`frota service\` answer in a year. The code is \`src/service/simulation/\`. An answer
follows from the seed, the vehicle (Renavam, UF, plate), the day and what was settled, and from nothing else: every later
event of a debt is decided when the debt begins, and the day only says how far it got. None of it is law: figures and
dates are the simulation's own.

\`test/service/simulation/world-year.test.ts\` renders this page (\`FROTA_GOLDEN=update\` writes it), walks a fleet through
every day of ${WALKED_YEAR}, and fails unless every event happens in every state that has it, and in no other.`

const STATES = `The rates are in \`src/service/simulation/state-rules.ts\`. A vehicle's value is drawn between R$ 28,000 and R$ 190,000.
Settlement says in which third of the configured range of delays an authority settles (\`src/service/simulation/settlement-delay.ts\`).
Licensing has one \`depends_on\`, so where a state waits for tax and fines it names the tax first. Due dates by state and final
digit of the plate are the rows of \`src/fleet/calendar/\`; instalments follow monthly, and four vehicles in ten were first
registered during a year and pay the tax from a month of their own on.`

const EVENTS =
  'The files are in `src/service/simulation/`. A percentage is of the amount before fees.'

const STATE_HEAD = [
  'UF',
  'IPVA',
  'cash discount',
  'instalments',
  'licensing waits for',
  'attorney after',
  'settlement',
]

function stateRow(uf: Uf): string[] {
  const rules = rulesOf(uf)
  const asked = { uf, year: WALKED_YEAR, finalDigit: 0, kind: 'ipva_installment' } as const
  return [
    uf,
    percent(BigInt(rules.taxPerThousand) * 10n),
    rules.cashDiscount === 0n ? 'none' : percent(rules.cashDiscount),
    String(dueDatesOf(asked)?.dates.length ?? 'none'),
    rules.licensingWaitsForFines ? 'tax, fines' : 'tax',
    `${rules.attorneyAfterYears} years`,
    rules.settlement,
  ]
}

function eventRow(event: WorldEvent, at: number): string[] {
  const { kind, when, amount, rule, file } = event
  const code = (text: string): string => text.replaceAll(/[a-z_]+/g, (word) => `\`${word}\``)
  const name = kind === 'any' || kind === 'none' ? kind : code(kind)
  return [String(at + 1), name, event.event, when, amount, rule, `\`${file}\``]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
