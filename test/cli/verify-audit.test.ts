/** An exported audit log is checked without a database, whatever became of the file on its way. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyFile, verifyLedger } from '../../src/cli/audit/verify-audit.ts'
import { Failure } from '../../src/failure.ts'
import type { ChainedEntry } from '../../src/ledger/audit/audit-chain.ts'
import { entryLine, headLine } from '../../src/ledger/audit/audit-lines.ts'
import type { AuditReader } from '../../src/ledger/audit/audit-read.ts'
import { chained, headOf } from '../ledger/audit/audit-samples.ts'
import { folderForFile } from '../support/for-file.ts'

const directory = await folderForFile('audit')

const entries = chained(
  ['Ana', 'Bia', 'Caio', 'Davi'].map((name, at) => ({
    at: new Date(at),
    actor: { kind: 'person', name },
    what: 'approved',
    subject: {},
    facts: '{}',
  })),
)
const head = headOf(entries)
const lines = [...entries.map(entryLine), headLine(head)]

async function verify(text: string, anchors: Parameters<typeof verifyFile>[1] = []) {
  const path = join(directory, 'audit.jsonl')
  await writeFile(path, text)
  return (await verifyFile(path, anchors)).broken
}

test('as it was written, with the line ends of another system too', async () => {
  expect(await verify(lines.join('\n'))).toBeUndefined()
  expect(await verify(`${lines.join('\r\n')}\r\n`)).toBeUndefined()
  expect(
    await verify(lines.join('\n'), [{ seq: 2n, hash: entries[1]?.hash ?? '' }]),
  ).toBeUndefined()
})

test.each([
  ['a changed name', lines.join('\n').replace('"Bia"', '"Eva"'), { seq: 2n, why: 'changed' }],
  ['a line less', lines.toSpliced(1, 1).join('\n'), { seq: 2n, why: 'missing' }],
  ['a line twice', lines.toSpliced(1, 0, lines[0] ?? '').join('\n'), { seq: 1n, why: 'reordered' }],
  ['the head line less', lines.slice(0, -1).join('\n'), { seq: 5n, why: 'cut-off' }],
  ['the last entry less', lines.toSpliced(-2, 1).join('\n'), { seq: 4n, why: 'cut-off' }],
  ['all entries less', lines.at(-1) ?? '', { seq: 1n, why: 'cut-off' }],
  ['nothing', '', { seq: 1n, why: 'cut-off' }],
  ['another line in front', ['{}', ...lines].join('\n'), { seq: 1n, why: 'unreadable' }],
  ['NULs', '\0'.repeat(99), { seq: 1n, why: 'unreadable' }],
  ['a line without end', `${lines[0]}\n${'x'.repeat(200_000)}`, { seq: 2n, why: 'unreadable' }],
  ['something behind the head', [...lines, '{}'].join('\n'), { seq: 5n, why: 'unreadable' }],
  ['an entry behind the head', [...lines, lines[0]].join('\n'), { seq: 5n, why: 'unreadable' }],
])('with %s', async (_what, text, broken) => {
  expect(await verify(text)).toEqual(broken)
})

test('a head that was noted elsewhere tells of a file that was cut and fixed', async () => {
  const fixed = [...entries.slice(0, 2).map(entryLine), headLine(headOf(entries.slice(0, 2)))]
  expect(await verify(fixed.join('\n'))).toBeUndefined()
  expect(await verify(fixed.join('\n'), [head])).toEqual({ seq: 3n, why: 'cut-off' })
  expect(await verify(fixed.join('\n'), [{ hash: head.hash }])).toMatchObject({ why: 'cut-off' })
})

test('a file that is not there is a mistake of whoever called', async () => {
  await expect(verifyFile(join(directory, 'nowhere'), [])).rejects.toThrow(Failure)
})

function ledgerOf(all: readonly ChainedEntry[], given: Partial<AuditReader> = {}): AuditReader {
  return {
    head: async () => headOf(all),
    runHeads: async () => [],
    list: async () => [],
    entries: async function* () {
      yield* all
    },
    ...given,
  }
}

test('in a ledger its own head and those of its runs must be in the chain', async () => {
  expect((await verifyLedger(ledgerOf(entries), [])).broken).toBeUndefined()
  const cut = ledgerOf(entries.slice(0, 3))
  expect((await verifyLedger(cut, [])).broken).toBeUndefined()
  const runs = { runHeads: async () => [head] }
  expect((await verifyLedger({ ...cut, ...runs }, [])).broken).toEqual({ seq: 4n, why: 'cut-off' })
  const short = { head: async () => headOf(entries.slice(0, 3)) }
  const appended = ledgerOf(entries, short)
  expect((await verifyLedger(appended, [])).broken).toEqual({ seq: 4n, why: 'unlinked' })
})
