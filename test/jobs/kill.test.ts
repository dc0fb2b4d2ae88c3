/**
 * SIGKILL at any moment of whole runs through a proxy that spoils requests: import, register,
 * consult, order. The service's own tables are the judge. `npm run kills:long` kills more often;
 * FROTA_KILLS says how often, FROTA_KILL_SEED which moments and which faults.
 */
import { describe, expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { AT_REST } from './kill/moments.ts'
import { killRound } from './kill/round.ts'

/** Two hundred and more in all; a start on the embedded database costs three times as much. */
const ON = { pglite: 50, postgresql: 155 } as const
const KILLS = Number(process.env['FROTA_KILLS'] ?? ON[testEngine()])
const SEED = Number(process.env['FROTA_KILL_SEED'] ?? 2026)
const KILLS_A_ROUND = 80
/** Two at once, or one core would wait for the other's suite. */
const COUNT = Math.max(2, Math.ceil(KILLS / KILLS_A_ROUND))
const ROUNDS = Array.from({ length: COUNT }, (_, round) => ({
  seed: SEED + round,
  kills: Math.floor((KILLS + round) / COUNT),
}))
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
