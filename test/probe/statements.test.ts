/** The statements as a whole: their ids, their words, and that they are true of our service. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capabilities } from '../../src/probe/learned.ts'
import type { ProbeReport } from '../../src/probe/probe-service.ts'
import { limitStatements, statements } from '../../src/probe/statements/all.ts'
import { type Bench, openBench } from '../service/support/open-service.ts'
import { root } from '../support/source-files.ts'
import { differing, probe, unjudged } from './probing.ts'

const all = [...statements, ...limitStatements]

test('each statement has an id of its own, which a document can cite', () => {
  const ids = all.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !/^(ours\.)?[1-9](\.[a-z0-9_-]+)+$/.test(id))).toEqual([])
})

test('a statement belongs to a part of the interface, and says whose promise it is', () => {
  for (const { id, section, of } of all) {
    expect([id, of]).toEqual([id, id.startsWith('ours.') ? 'service' : 'interface'])
    expect(id.replace('ours.', '').startsWith(`${section}.`)).toBe(true)
  }
  const parts = new Set(all.map(({ section }) => section))
  // Part 6 describes no event.
  expect([...parts].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 7, 8, 9])
})

test('no two statements read alike, in either language', () => {
  for (const language of ['pt', 'en'] as const) {
    const said = all.map(({ sentence }) => sentence[language])
    expect(said.filter((each) => each.trim().length < 10)).toEqual([])
    expect(said.filter((each, index) => said.indexOf(each) !== index)).toEqual([])
  }
})

test('each thing that a probe can learn is looked for by some scene or statement', () => {
  const source = ['scenes', 'statements']
    .map((part) => join(root, 'src/probe', part))
    .flatMap((folder) =>
      readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    .join('\n')
  const forgotten = Object.keys(capabilities).filter((name) => !source.includes(`'${name}'`))
  expect(forgotten).toEqual([])
})

/** What no probe of a simulated service can see, each for the reason that it states. */
const NEVER_JUDGED = ['4.rule.6.live', '5.account.other-brand', '5.rule.6', '7.simulate-pix.live']

/** The simulated world decides by chance whether these come up. */
const BY_CHANCE = [
  '3.consultation.failed.errors',
  '3.order.pix.missing',
  '3.order.pix.missing.awaiting',
  '4.rule.5.missing',
  '4.rule.5.missing.later',
]

async function thorough(bench: Bench, seed: number): Promise<ProbeReport> {
  const other = await bench.tenant('other', { brandName: 'own' })
  return await probe(bench, { other, limits: true, seed })
}

function learnedBy({ lessons }: ProbeReport): Record<string, unknown> {
  return Object.fromEntries(lessons.map(({ name, value }) => [name, value]))
}

test.for([
  { kind: 'rolling', countRefused: true, counted: 'well-formed ones' },
  { kind: 'fixed', countRefused: true, counted: 'well-formed ones' },
  { kind: 'bucket', countRefused: true, counted: 'well-formed ones' },
  { kind: 'rolling', countRefused: false, counted: 'none' },
] as const)(
  'with --limits our service holds all of them: $kind, refused count: $countRefused',
  { timeout: 60_000 },
  async ({ kind, countRefused, counted }) => {
    const limits = { windowKind: kind, countRefused }
    await using bench = await openBench({ limits, pixExpiresAfterMs: 45_000 })
    // Neither the beginning of an hour, nor a day that is the same in every zone.
    bench.clock.step(11 * 3_600_000 + 1_234_567)
    const report = await thorough(bench, 4)
    expect(differing(report)).toEqual([])
    const doubtful = report.judged.filter(({ finding }) => finding.verdict === 'unknown')
    const ids = doubtful.map(({ statement }) => statement.id)
    expect(ids.filter((id) => !BY_CHANCE.includes(id)).toSorted()).toEqual(NEVER_JUDGED)
    expect(learnedBy(report)).toMatchObject({
      window_kind: kind,
      refused_requests_count: counted,
      limit_status: 429,
      day_filter_time_zone: 'America/Sao_Paulo',
      page_size_default: 20,
    })
    expect(report.cleanUp.left).toEqual([])
  },
)

test('a service that lets more pass in an hour than the interface says is found out', async () => {
  await using bench = await openBench({ limits: { consultationsPerHour: 24, ordersPerHour: 40 } })
  const report = await thorough(bench, 4)
  expect(differing(report).map(({ id }) => id)).toEqual(['8.consultations.hour', '8.orders.hour'])
}, 60_000)

test('an hour that was used up before is a doubt, and no difference', async () => {
  await using bench = await openBench({ limits: {} })
  await thorough(bench, 21)
  const second = await probe(bench, { seed: 22 })
  expect(differing(second)).toEqual([])
  const doubts = unjudged(second).filter((line) => line.includes('hour is used up'))
  expect(doubts.length).toBeGreaterThan(10)
  expect(second.cleanUp.left).toEqual([])
}, 60_000)
