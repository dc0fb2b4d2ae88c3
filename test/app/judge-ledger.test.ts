/** The ledger's line of `frota doctor`, over what an engine may tell of itself. */
import { expect, test } from 'vitest'
import { judgeLedger } from '../../src/app/doctor/check-ledger.ts'

const WRITABLE = { readOnly: false, lacks: null }
const FACTS = { version: '16.4', bytes: 9_000_000, nowMs: 1_000_000_000_000, slow: [], ...WRITABLE }
const HERE = { engine: 'postgresql', hereMs: FACTS.nowMs, pending: 0 } as const
const SLOW = { seconds: 61.2, text: 'update frota.debt set', waitsForLock: false }

test.each([
  ['version and size', FACTS, HERE, 'ok', /^PostgreSQL 16\.4, 8\.6 MB$/],
  ['migrations to come', FACTS, { ...HERE, pending: 2 }, 'ok', /2 migrations, which the next/],
  ['a slow statement', { ...FACTS, slow: [SLOW] }, HERE, 'attention', /61 s \(update frota\.debt/],
  [
    'a statement that waits for another',
    { ...FACTS, slow: [{ ...SLOW, waitsForLock: true }] },
    HERE,
    'attention',
    /61 s, waiting for another .*pg_stat_activity/,
  ],
  [
    'a server whose clock is two minutes late',
    { ...FACTS, nowMs: HERE.hereMs - 120_000 },
    HERE,
    'attention',
    /clock differs by 120 s .*NTP/,
  ],
  ['a clock within a minute', { ...FACTS, nowMs: HERE.hereMs + 59_000 }, HERE, 'ok', /16\.4/],
  ['a standby', { ...FACTS, readOnly: true }, HERE, 'wrong', /read-only.*primary server/],
  [
    'a user that may not write',
    { ...FACTS, lacks: 'INSERT on frota.run' },
    { ...HERE, pending: 2 },
    'wrong',
    /INSERT on frota\.run.*GRANT/,
  ],
  ['the embedded engine', FACTS, { ...HERE, engine: 'pglite' as const }, 'ok', /^PGlite 16\.4/],
] as const)('%s', (_name, facts, here, level, said) => {
  const found = judgeLedger(facts, here)
  expect(found).toMatchObject({ check: 'ledger', level })
  expect(found.said.en).toMatch(said)
})
