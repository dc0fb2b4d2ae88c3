/** A simulated year of a fleet, walked day by day: every event of the page really happens. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DEBT_KINDS } from '../../../src/fleet/debt-kind.ts'
import { UFS } from '../../../src/fleet/uf.ts'
import { otherEvents } from './other-events.ts'
import { taxEvents } from './tax-events.ts'
import { walkYear } from './walk-year.ts'
import { finalDigitsOf, worldFleet } from './world-fleet.ts'
import { worldPage } from './world-page.ts'

const PAGE = fileURLToPath(new URL('../../../docs/service-world.md', import.meta.url))

const fleet = worldFleet()
const events = [...taxEvents, ...otherEvents]
const met = walkYear(fleet, events)

test('the events speak of every kind of debt, and the fleet of every state and final digit', () => {
  const kinds = new Set(events.flatMap((event) => event.kind.split(', ')))
  expect(DEBT_KINDS.filter((kind) => !kinds.has(kind))).toEqual([])
  expect(new Set(fleet.map((vehicle) => vehicle.uf))).toEqual(new Set(UFS))
  expect(finalDigitsOf(fleet).size).toBe(10)
})

test('every event happens in every state that has it, and in no other', () => {
  const wrong = events.flatMap((event) =>
    UFS.filter((uf) => {
      const count = met.get(event)?.get(uf) ?? 0
      return event.isIn?.(uf) === false ? count > 0 : count === 0
    }).map((uf) => `${event.kind} ${event.event} ${uf}: ${met.get(event)?.get(uf)}`),
  )
  expect(wrong).toEqual([])
})

test('the page of the world is as the code makes it (FROTA_GOLDEN=update)', () => {
  const page = worldPage(events)
  if (process.env['FROTA_GOLDEN'] === 'update') writeFileSync(PAGE, page)
  expect(page).toBe(readFileSync(PAGE, 'utf8'))
})
