/** Renders docs/service-world.md from the rules, the events and what a walked year met. */
import { calendarRows, dueDatesOf } from '../../../src/fleet/calendar/due-dates.ts'
import { SIMULATED } from '../../../src/fleet/calendar/calendar-row.ts'
import { type Uf, UFS } from '../../../src/fleet/uf.ts'
import { rulesOf } from '../../../src/service/simulation/state-rules.ts'
import type { Met } from './walk-year.ts'
import { WALKED_YEAR } from './walk-year.ts'
import { percent, type WorldEvent } from './world-event.ts'
import { VEHICLES_PER_STATE, WORLD_SEED } from './world-fleet.ts'

export function worldPage(events: readonly WorldEvent[], met: Met): string {
  return [
    INTRODUCTION,
    '## Rules of the states',
    STATES,
    table(STATE_HEAD, UFS.map(stateRow)),
    '## Calendars',
    CALENDARS,
    table(['UF', 'IPVA: single payment and first instalment', 'Licensing', 'source'], calendar()),
    '## Events',
    EVENTS,
    table(['', 'kind', 'event', 'when', 'how much', 'by which rule', 'file'], events.map(eventRow)),
    '## Which state meets what',
    MET,
    table(
      ['event', ...UFS],
      events.map((event, at) => metRow(event, at, met)),
    ),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

const INTRODUCTION = `# The simulated world

What the simulated authorities of \`frota service\` answer in a year, by state, kind and event. The code is
\`src/service/simulation/\`, its calendars are \`src/fleet/calendar/\`. An answer follows from the seed, the vehicle (Renavam,
UF, plate), the day and what was settled, and from nothing else: every later event of a debt is decided when the debt begins, and
the day only says how far it got.

This page is rendered and held by \`test/service/simulation/world-year.test.ts\`, which walks a fleet through every day of
${WALKED_YEAR}; \`FROTA_GOLDEN=update\` writes it again. Nothing of it is law: figures and dates are the simulation's own.`

const STATES = `The rates are \`src/service/simulation/state-rules.ts\`. A vehicle's value is drawn between R$ 28,000 and R$ 190,000.
Settlement says in which third of the configured range of delays an authority settles (\`src/service/simulation/settlement-delay.ts\`).
Licensing has one \`depends_on\`, so where a state waits for tax and fines it names the tax first.`

const CALENDARS = `By final digit of the plate, as day/month, for every year that has no row of its own (${realRows()} rows have a
source other than \`${SIMULATED}\`). Instalments follow monthly. Four vehicles in ten were first registered during a year and pay the tax from a month of
their own on, whatever the calendar says.`

const EVENTS =
  'The files are in `src/service/simulation/`. A percentage is of the amount before fees.'

const MET = `Vehicles that met the event at least once in ${WALKED_YEAR}, of ${VEHICLES_PER_STATE} in each state (seed ${WORLD_SEED}; the fleet is chosen to
meet rare events). A dash: the state has no such rule. The numbers are those of the table above.`

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

function calendar(): string[][] {
  return UFS.map((uf) => {
    const line = (kind: string): string => {
      const row = calendarRows.find((each) => each.uf === uf && each.kind === kind)
      return (row?.due[0] ?? '')
        .replaceAll(/(\d+):(\d\d)-(\d\d)/g, '$1: $3/$2')
        .replaceAll(/ (?=\d+:)/g, ', ')
    }
    const source = calendarRows.find((each) => each.uf === uf)?.source ?? ''
    return [uf, line('ipva_unique'), line('licensing'), source]
  })
}

function realRows(): string {
  const count = calendarRows.filter(({ source }) => source !== SIMULATED).length
  return count === 0 ? 'no' : String(count)
}

function eventRow(event: WorldEvent, at: number): string[] {
  const { kind, when, amount, rule, file } = event
  const code = (text: string): string => text.replaceAll(/[a-z_]+/g, (word) => `\`${word}\``)
  const name = kind === 'any' || kind === 'none' ? kind : code(kind)
  return [String(at + 1), name, event.event, when, amount, rule, `\`${file}\``]
}

function metRow(event: WorldEvent, at: number, met: Met): string[] {
  const counts = met.get(event)
  const cells = UFS.map((uf) => {
    if (event.isIn?.(uf) === false) return '–'
    return String(counts?.get(uf) ?? 0)
  })
  return [`${at + 1}`, ...cells]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
