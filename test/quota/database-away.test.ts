/** The database stopped and started again under a gate that goes on. */
import { expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { openQuotaLedger } from '../../src/ledger/quota/quota-sql.ts'
import type { GateAlarm, Slot, Used } from '../../src/quota/gate.ts'
import { openGate } from '../../src/quota/open-gate.ts'
import { systemRandom } from '../../src/random.ts'
import { bucket } from '../ledger/quota/quota-worlds.ts'
import { answered, BUCKET, onTheWire, slotRequest } from './gate-world.ts'
import { openRestartable } from './restartable-database.ts'

const MAX = 20
const ANSWERED = 12
const ON_THE_WIRE = 2

test('while the database is away nothing is sent, and after it what was used still counts', async () => {
  await using database = await openRestartable()
  const ledger = openQuotaLedger(database.pool)
  const alarms: GateAlarm[] = []
  const gate = await openGate({
    ledger,
    clock: wallClock,
    random: systemRandom,
    holder: 'test',
    alarm: (alarm) => alarms.push(alarm),
    buckets: [bucket()],
  })
  let sent = 0
  const send = (slot: Slot): Promise<Used<string>> => {
    sent += 1
    return answered(slot)
  }
  const sendMany = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => gate.withSlot(slotRequest(), send)))

  await sendMany(ANSWERED)
  const wires = Array.from({ length: ON_THE_WIRE }, onTheWire)
  const leaving = wires.map((wire) => gate.withSlot(slotRequest(), wire.use))
  await Promise.all(wires.map((wire) => wire.left))

  await database.stop()
  const refused = await sendMany(MAX)
  expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
  await expect(gate.facts(BUCKET)).rejects.toBeInstanceOf(Error)
  expect(sent).toBe(ANSWERED)
  for (const wire of wires) wire.end({ ending: 'answered' })
  expect((await Promise.all(leaving)).every(({ granted }) => granted)).toBe(true)
  expect(alarms.map(({ kind }) => kind)).toEqual(['settle-failed', 'settle-failed'])

  await database.start()
  await sendMany(MAX)
  expect(sent).toBe(MAX - ON_THE_WIRE)
  // Closing tells the ledger at once what it could not be told before.
  await gate.close()
  const uses = await ledger.uses(BUCKET)
  expect(uses.map(({ state }) => state)).toEqual(Array.from({ length: MAX }, () => 'answered'))
})
