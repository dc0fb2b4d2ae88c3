/**
 * Before each test file: with FROTA_TEST_START_AT this process, and every run that it starts, begin
 * at that instant and agree on the time (docs/operations.md). Without it they live today.
 */
import { startWallClock } from '../../src/clock.ts'

const at = process.env['FROTA_TEST_START_AT']
const realMs = Date.now()

if (at === undefined) {
  delete process.env['FROTA_START_AT']
  // Files share a process: one that pinned the clock must not pin it for the next one.
  startWallClock({ thenMs: realMs, realMs })
} else {
  process.env['FROTA_START_AT'] = `${at}@${new Date(realMs).toISOString()}`
  startWallClock({ thenMs: Date.parse(at), realMs })
}
