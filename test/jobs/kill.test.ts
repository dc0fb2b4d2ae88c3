/**
 * SIGKILL at any moment of whole runs through a proxy that spoils requests: import, register,
 * consult, order. The service's own tables are the judge. `npm run test:long` kills more often;
 * FROTA_KILLS says how often, FROTA_KILL_SEED which moments and which faults.
 */
import { describe, expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { howMany, newSeeds, type Stretch } from '../support/extent.ts'
import { AT_REST } from './kill/moments.ts'
import { killRound } from './kill/round.ts'

/** A start on the embedded database costs three times as much as one on a server. */
const MANY = { pglite: 50, postgresql: 155 } as const
const KILLS_A_ROUND = 80
/** Where there are many: two at once, or one core would wait for the other's suite. */
const ROUNDS_AT_ONCE = howMany(1, 2)

const given = process.env['FROTA_KILLS']
const many = MANY[testEngine()]
const ROUNDS =
  given === undefined
    ? [...roundsOf(2026, howMany(10, many)), ...newRounds(newSeeds(0, many))]
    : roundsOf(Number(process.env['FROTA_KILL_SEED'] ?? 2026), Number(given))

function newRounds({ from, count }: Stretch): { seed: number; kills: number }[] {
  return count === 0 ? [] : roundsOf(from, count)
}

function roundsOf(from: number, kills: number): { seed: number; kills: number }[] {
  const rounds = Math.max(ROUNDS_AT_ONCE, Math.ceil(kills / KILLS_A_ROUND))
  return Array.from({ length: rounds }, (_, round) => ({
    seed: from + round,
    kills: Math.floor((kills + round) / rounds),
  }))
}

const SECOND_MS = 1_000
/** Far above the five seconds that are aimed at: ten times as many processes may share the cores. */
const RESUME_MS_MAX = 120 * SECOND_MS
const TEST_MS_MAX = 300 * SECOND_MS + KILLS_A_ROUND * 15 * SECOND_MS

describe.concurrent.each(ROUNDS)('$kills kills of whole runs (seed $seed)', ({ seed, kills }) => {
  test(
    'nothing twice, nothing lost, the quota kept, and each start goes on at once',
    async ({ annotate }) => {
      const { broken, complaints, moments, resumeMs, told } = await killRound({ seed, kills })
      await annotate(told)
      expect(complaints).toEqual([])
      expect(broken).toEqual([])
      expect(Math.max(...resumeMs)).toBeLessThan(RESUME_MS_MAX)
      // Else nothing was at stake.
      expect(moments.length).toBe(kills)
      expect(moments.filter((moment) => moment !== AT_REST).length).toBeGreaterThan(kills / 2)
    },
    TEST_MS_MAX,
  )
})
