/** Whatever is done to one entry of the audit log, the walk along its chain says so. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditHash, auditText, NO_ENTRY } from '../../../src/ledger/audit/audit-chain.ts'
import type { AuditEntry, ChainedEntry } from '../../../src/ledger/audit/audit-chain.ts'
import { entryLine, headLine, readLine } from '../../../src/ledger/audit/audit-lines.ts'
import { walkChain, type Anchor } from '../../../src/ledger/audit/audit-walk.ts'
import { chained, headOf, type Bare } from './audit-samples.ts'

const id = fc.option(fc.uuid(), { nil: undefined })
const facts = fc
  .dictionary(
    fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()),
  )
  .map((all) => JSON.stringify(all))
const bare: fc.Arbitrary<Bare> = fc.record({
  at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
  actor: fc.record({
    kind: fc.constantFrom('person', 'policy', 'command'),
    name: fc.string({ unit: 'grapheme', maxLength: 20 }),
  }),
  what: fc.constantFrom('proposed', 'approved', 'rejected'),
  subject: fc.record({ fleetId: id, vehicleId: id, planId: id, orderId: id, effectId: id }),
  facts,
})
const chain = fc.array(bare, { minLength: 2, maxLength: 12 }).map(chained)
const spot = fc.nat()

function broken(entries: readonly ChainedEntry[], anchors: readonly Anchor[] = []) {
  const walk = walkChain(anchors)
  for (const entry of entries) if (!walk.take(entry)) break
  return walk.end().broken
}

test('a chain as it was written is whole', () => {
  fc.assert(
    fc.property(chain, (entries) => {
      expect(broken(entries, [headOf(entries), { hash: headOf(entries).hash }])).toBeUndefined()
    }),
  )
})

/** Each gives another value of one field. */
const changes: Record<string, (entry: ChainedEntry) => Partial<ChainedEntry>> = {
  at: ({ at }) => ({ at: new Date(at.getTime() + 1) }),
  'actor kind': ({ actor }) => ({
    actor: { ...actor, kind: actor.kind === 'person' ? 'policy' : 'person' },
  }),
  actor: ({ actor }) => ({ actor: { ...actor, name: `${actor.name}.` } }),
  what: ({ what }) => ({ what: what === 'approved' ? 'rejected' : 'approved' }),
  fleet: ({ subject }) => ({ subject: { ...subject, fleetId: other(subject.fleetId) } }),
  vehicle: ({ subject }) => ({ subject: { ...subject, vehicleId: other(subject.vehicleId) } }),
  plan: ({ subject }) => ({ subject: { ...subject, planId: other(subject.planId) } }),
  order: ({ subject }) => ({ subject: { ...subject, orderId: other(subject.orderId) } }),
  effect: ({ subject }) => ({ subject: { ...subject, effectId: other(subject.effectId) } }),
  facts: ({ facts: before }) => ({ facts: before === '{}' ? '{"a":1}' : '{}' }),
  previous: ({ previous }) => ({
    previous: previous.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
  }),
  hash: ({ hash }) => ({ hash: hash.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')) }),
}

function other(uuid: string | undefined): string | undefined {
  return uuid === undefined ? '00000000-0000-4000-8000-000000000000' : undefined
}

describe('a change of one entry is found there', () => {
  test.each(Object.entries(changes))('%s', (_field, change) => {
    fc.assert(
      fc.property(chain, spot, (entries, at) => {
        const place = at % entries.length
        const entry = entries[place]
        if (entry === undefined) throw new Error('the place is in the chain')
        const changed = entries.with(place, { ...entry, ...change(entry) })
        expect(broken(changed)).toEqual({ seq: entry.seq, why: 'changed' })
      }),
    )
  })

  test('and one written anew with its hash is found by the entry behind it, or the head', () => {
    fc.assert(
      fc.property(chain, spot, (entries, at) => {
        const place = at % entries.length
        const entry = entries[place]
        if (entry === undefined) throw new Error('the place is in the chain')
        const forged: AuditEntry = { ...entry, facts: '{"forged":true}' }
        const changed = entries.with(place, { ...forged, hash: auditHash(forged) })
        const isLast = place === entries.length - 1
        expect(broken(changed, [headOf(entries)])).toEqual(
          isLast ? { seq: entry.seq, why: 'rewritten' } : { seq: entry.seq + 1n, why: 'unlinked' },
        )
      }),
    )
  })
})

test('an entry that was taken out is missing; the last ones are cut off', () => {
  fc.assert(
    fc.property(chain, spot, (entries, at) => {
      const place = at % entries.length
      const left = entries.toSpliced(place, 1)
      const why = place === entries.length - 1 ? 'cut-off' : 'missing'
      expect(broken(left, [headOf(entries)])).toEqual({ seq: BigInt(place + 1), why })
    }),
  )
})

test('a cut is found by a head that was noted, with its place or without', () => {
  fc.assert(
    fc.property(chain, spot, (entries, at) => {
      const kept = entries.slice(0, at % entries.length)
      const cut = { seq: BigInt(kept.length + 1), why: 'cut-off' }
      expect(broken(kept, [headOf(entries)])).toEqual(cut)
      expect(broken(kept, [{ hash: headOf(entries).hash }])).toEqual(cut)
      // Without any note a shorter chain is as good as a whole one; that is what heads are for.
      expect(broken(kept)).toBeUndefined()
    }),
  )
})

test("two entries in each other's place, and one that stands twice, are out of order", () => {
  fc.assert(
    fc.property(chain, spot, (entries, at) => {
      const place = at % (entries.length - 1)
      const [one, two] = entries.slice(place, place + 2)
      if (one === undefined || two === undefined) throw new Error('there are two')
      const swapped = entries.toSpliced(place, 2, two, one)
      expect(broken(swapped)).toEqual({ seq: one.seq, why: 'reordered' })
      const doubled = entries.toSpliced(place, 0, one)
      expect(broken(doubled)).toEqual({ seq: one.seq, why: 'reordered' })
    }),
  )
})

test('a log that was written anew as a whole does not fit a head of the old one', () => {
  const at = new Date(0)
  const actor = { kind: 'person', name: 'Ana' } as const
  const one: Bare = { at, actor, what: 'approved', subject: {}, facts: '{"total":"1.00"}' }
  const two: Bare = { ...one, what: 'rejected' }
  const old = chained([one, two])
  const anew = chained([two, two, two])
  expect(broken(anew)).toBeUndefined()
  expect(broken(anew, [headOf(old)])).toEqual({ seq: 2n, why: 'rewritten' })
  expect(broken(anew, [{ hash: headOf(old).hash }])).toEqual({ seq: 4n, why: 'cut-off' })
  expect(broken([], [NO_ENTRY])).toBeUndefined()
})

describe('as a file', () => {
  test('each line gives back its entry, and the text that was hashed is the line without it', () => {
    fc.assert(
      fc.property(chain, (entries) => {
        for (const entry of entries) {
          const line = entryLine(entry)
          expect(readLine(line)).toEqual({ entry })
          expect(line.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}')).toBe(auditText(entry))
        }
        const head = headOf(entries)
        expect(readLine(headLine(head))).toEqual({ head: { seq: head.seq, hash: head.hash } })
      }),
    )
  })
})
