/** Whether the quota makes every answer fresh by the month's end. */
import { expect, test } from 'vitest'
import { forClose } from '../../src/cli/plan/for-close.ts'

const ZONE = 'America/Sao_Paulo'
/** 20 November, 22:00 where the fleet is, and the next day in UTC. */
const NOW = Date.parse('2026-11-21T01:00:00Z')
const DAY_MS = 86_400_000

const asked = (waiting: number, finishedAtMs: number | null) =>
  forClose(
    { stale: async () => waiting },
    {
      fleetId: 'fleet',
      days: 30,
      nowMs: NOW,
      zone: ZONE,
      outlookOf: () => ({ asks: [], nights: [], finishedAtMs }),
    },
  )

test('it asks for answers that would be too old on the month’s last day, in the fleet’s zone', async () => {
  const said: unknown[] = []
  const stale = async (_fleet: string, when: { staleBefore: Date }): Promise<number> => {
    said.push(when.staleBefore.toISOString())
    return 0
  }
  const outlookOf = () => ({ asks: [], nights: [], finishedAtMs: null })
  const of = { fleetId: 'fleet', days: 30, nowMs: NOW, zone: ZONE, outlookOf }
  expect(await forClose({ stale }, of)).toMatchObject({ day: '2026-11-30', suffices: true })
  expect(said).toEqual(['2026-10-31T03:00:00.000Z'])
})

test('the quota suffices until the last instant of the month, and no later', async () => {
  const end = Date.parse('2026-12-01T03:00:00Z')
  expect(await asked(5, NOW + DAY_MS)).toMatchObject({ waiting: 5, suffices: true })
  expect(await asked(5, end)).toMatchObject({ suffices: true })
  expect(await asked(5, end + 1)).toMatchObject({ suffices: false })
  expect(await asked(5, null)).toMatchObject({ suffices: false })
})
