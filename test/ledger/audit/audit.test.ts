/** The audit log in the ledger: one chain whoever appends, and nothing in it is ever changed. */
import { beforeEach, describe, expect, test } from 'vitest'
import { appendAudit, FROTA_ITSELF, type NewAuditEntry } from '../../../src/ledger/audit/audit.ts'
import { NO_ENTRY, type ChainHead } from '../../../src/ledger/audit/audit-chain.ts'
import { openAuditReader, type AuditReader } from '../../../src/ledger/audit/audit-read.ts'
import { walkChain } from '../../../src/ledger/audit/audit-walk.ts'
import { asTx } from '../../../src/ledger/schema/tx.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const { database, db } = await ledgerForFile()
const reader = openAuditReader(db)
beforeEach(async () => {
  await unguarded('truncate frota.audit')
  await database.pool.query(`update frota.audit_head set seq = 0, hash = repeat('0', 64)`)
})

const AT = new Date('2026-11-21T12:00:00.123Z')
const entry = (given: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  at: AT,
  actor: FROTA_ITSELF,
  what: 'proposed',
  subject: { planId: '00000000-0000-4000-8000-00000000000a' },
  facts: { total: '10.00' },
  ...given,
})

function append(given: Partial<NewAuditEntry> = {}): Promise<ChainHead> {
  return db.transaction().execute((open) => appendAudit(asTx(open), entry(given)))
}

/** As somebody who owns the database could. */
async function unguarded(statement: string): Promise<void> {
  await database.pool.query('alter table frota.audit disable trigger user')
  await database.pool.query(statement)
  await database.pool.query('alter table frota.audit enable trigger user')
}

async function walked() {
  const walk = walkChain([await reader.head()])
  for await (const each of reader.entries()) if (!walk.take(each)) break
  return walk.end()
}

test('entries that are appended at the same moment make one chain without gaps', async () => {
  const heads = await Promise.all(Array.from({ length: 40 }, () => append()))
  const seqs = heads.map(({ seq }) => Number(seq)).toSorted((a, b) => a - b)
  expect(seqs).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  const { head, broken } = await walked()
  expect(broken).toBeUndefined()
  expect(head).toEqual(await reader.head())
})

test('an entry of a transaction that is taken back never was', async () => {
  await append()
  await expect(
    db.transaction().execute(async (open) => {
      await appendAudit(asTx(open), entry())
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  await append()
  expect((await walked()).head.seq).toBe(2n)
})

test('facts are kept in the order of their names, on one line and without documents', async () => {
  await append({
    actor: { kind: 'person', name: ' Ana\0\n 529.982.247-25 ' },
    facts: { b: 'x\u202Ey', a: ['11.222.333/0001-81'], none: null, n: 2, yes: true },
  })
  const [only] = await reader.list({}, 10)
  expect(only).toMatchObject({
    at: AT,
    actor: { kind: 'person', name: 'Ana ***.982.247-**' },
    facts: '{"a":["11.***.***/****-81"],"b":"x y","n":2,"none":null,"yes":true}',
  })
  expect((await walked()).broken).toBeUndefined()
})

test('a text that is cut, or is no Unicode, reads back as it was hashed', async () => {
  const cut = 'a'.repeat(499)
  for (const text of [`${cut}🚚`, `${cut}é`, `${cut}e\u0301`, '\ud83d', `x\udc00${cut}`]) {
    await append({ actor: { kind: 'person', name: text }, facts: { reason: text, all: [text] } })
  }
  const [first] = await reader.list({}, 10)
  expect(first?.actor.name).toBe(`${cut}\uFFFD`)
  expect((await walked()).broken).toBeUndefined()
})

describe('the table', () => {
  test.each([
    [`update frota.audit set actor = 'nobody'`],
    ['delete from frota.audit'],
    ['truncate frota.audit'],
  ])('refuses %s', async (statement) => {
    await append()
    await expect(database.pool.query(statement)).rejects.toThrow('frota.audit is append-only')
    expect((await walked()).head.seq).toBe(1n)
  })

  test.each([
    [`update frota.audit set actor = 'nobody' where seq = 2`, { seq: 2n, why: 'changed' }],
    [
      `update frota.audit set facts = '{"total":"1.00"}' where seq = 2`,
      { seq: 2n, why: 'changed' },
    ],
    [`update frota.audit set at = at + interval '1 ms' where seq = 3`, { seq: 3n, why: 'changed' }],
    [`update frota.audit set order_id = plan_id where seq = 1`, { seq: 1n, why: 'changed' }],
    [`update frota.audit set previous = hash where seq = 1`, { seq: 1n, why: 'changed' }],
    ['delete from frota.audit where seq = 2', { seq: 2n, why: 'missing' }],
    ['delete from frota.audit where seq = 1', { seq: 1n, why: 'missing' }],
    ['delete from frota.audit where seq >= 2', { seq: 2n, why: 'cut-off' }],
    ['truncate frota.audit', { seq: 1n, why: 'cut-off' }],
    ['update frota.audit set seq = -seq where seq = 3', { seq: -3n, why: 'reordered' }],
  ])('tells of %s by whoever went around that', async (statement, broken) => {
    for (let at = 0; at < 3; at++) await append()
    await unguarded(statement)
    expect((await walked()).broken).toEqual(broken)
  })
})

test('lists the newest of what is asked for, oldest of them first', async () => {
  const order = '00000000-0000-4000-8000-00000000000b'
  await append({ at: new Date('2026-11-20T00:00:00Z') })
  await append({ what: 'order-placed', subject: { orderId: order } })
  await append()
  const seqs = async (...asked: Parameters<AuditReader['list']>): Promise<number[]> =>
    (await reader.list(...asked)).map(({ seq }) => Number(seq))
  expect(await seqs({}, 2)).toEqual([2, 3])
  expect(await seqs({ orderId: order }, 10)).toEqual([2])
  expect(await seqs({ since: new Date('2026-11-21T00:00:00Z') }, 10)).toEqual([2, 3])
  expect(await seqs({ plate: 'ABC1D23' }, 10)).toEqual([])
  expect(await reader.runHeads()).toEqual([])
})

test('an empty log is whole', async () => {
  expect(await walked()).toEqual({ head: NO_ENTRY, broken: undefined })
})
