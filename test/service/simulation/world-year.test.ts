/** A simulated year of a fleet, walked day by day: every event of the page really happens. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEBT_KINDS } from '../../../src/fleet/debt-kind.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import { otherEvents } from './other-events.ts'
import { taxEvents } from './tax-events.ts'
import { WALKED_YEAR, walkYear } from './walk-year.ts'
import { finalDigitsOf, worldFleet } from './world-fleet.ts'

const page = readFileSync(new URL('../../../docs/service-world.md', import.meta.url), 'utf8')
/** The page's events, `kind · event`, each with its whole row. */
const rows = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+?) \| .*$/gm)]
    .slice(1)
    .map(([row, kind = '', event]) => [`${kind.replaceAll('`', '')} · ${event}`, row]),
)

const fleet = worldFleet()
const events = [...taxEvents, ...otherEvents]
const met = walkYear(fleet, events)

test('the events speak of every kind of debt, and the fleet of every state and final digit', () => {
  const kinds = new Set(events.flatMap((event) => event.row.split(' · ')[0]?.split(', ')))
  expect(DEBT_KINDS.filter((kind) => !kinds.has(kind))).toEqual([])
  expect(new Set(fleet.map((vehicle) => vehicle.uf))).toEqual(new Set(UFS))
  expect(finalDigitsOf(fleet).size).toBe(10)
})

test('every event happens in every state that has it, and in no other', () => {
  const wrong = events.flatMap((event) =>
    UFS.filter((uf) => {
      const count = met.get(event)?.get(uf) ?? 0
      return event.isIn?.(uf) === false ? count > 0 : count === 0
    }).map((uf) => `${event.row} ${uf}: ${met.get(event)?.get(uf)}`),
  )
  expect(wrong).toEqual([])
})

test('the page of the world has these events, and the figures of the code', () => {
  expect([...rows.keys()]).toEqual(events.map((event) => event.row))
  const unsaid = events.flatMap(({ row, says }) =>
    (says ?? []).filter((figure) => rows.get(row)?.includes(figure) !== true),
  )
  expect(unsaid).toEqual([])
  expect(page).toContain(`every day of ${WALKED_YEAR}`)
})
