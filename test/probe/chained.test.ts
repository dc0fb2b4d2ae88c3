/** The probe against a live service that forwards to a simulated one: a sandbox, held alike. */
import { expect, test } from 'vitest'
import { countsOf } from '../../src/probe/report-object.ts'
import { openChain } from '../service/live/open-chain.ts'
import { differing, probe } from './probing.ts'

test(
  'a live service chained to a simulated one holds every statement',
  { timeout: 180_000 },
  async () => {
    await using chain = await openChain()
    const report = await probe(chain.front, { step: (ms) => chain.front.clock.step(ms) })
    expect(report.health.modes).toEqual({ lookup: 'live', payments: 'live', sandbox: true })
    expect(differing(report)).toEqual([])
    expect(countsOf(report).holds).toBeGreaterThan(150)
  },
)
