import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from '../../src/database/journal.ts'
import type { JournalRecord } from '../../src/database/journal-records.ts'
import { folderForTest } from '../support/for-file.ts'
import { failingFiles } from './failing-files.ts'

let dataDir = ''
const file = (name = 'intents.jsonl'): string => join(dataDir, name)

beforeEach(() => {
  dataDir = folderForTest('journal')
})

const kept = async (): Promise<JournalRecord[]> => {
  await using journal = await openJournal(dataDir)
  return await journal.readAll()
}

describe('a disk that refuses', () => {
  test.each([
    ['ENOSPC', 'disk-full', 1],
    ['EROFS', 'directory-unwritable', 2],
    ['EIO', 'journal-unusable', 2],
  ] as const)('with %s at the start ends it before anything is sent', async (code, why, exit) => {
    for (const call of ['open', 'appendFile', 'datasync'] as const) {
      const files = failingFiles()
      files.fail(call, code)
      const opening = openJournal(dataDir, { files })
      await expect(opening).rejects.toMatchObject({ code: why, exitCode: exit })
      await expect(opening).rejects.toThrow(dataDir)
    }
    expect(await kept()).toEqual([])
  })

  test('the proof of a start leaves nothing behind', async () => {
    expect(await kept()).toEqual([])
    expect(readFileSync(file(), 'utf8')).toBe('')
  })

  test('in the middle of a record takes the half back, and the next one is whole', async () => {
    const files = failingFiles()
    await using journal = await openJournal(dataDir, { files })
    await journal.append({ n: 1 })
    files.fail('appendFile', 'ENOSPC', { half: true })
    await expect(journal.append({ n: 2 })).rejects.toMatchObject({ code: 'disk-full' })
    await journal.append({ n: 3 })
    expect(await journal.readAll()).toEqual([{ n: 1 }, { n: 3 }])
  })

  test('to sync is believed in nothing any more, however well the next write looks', async () => {
    const files = failingFiles()
    const journal = await openJournal(dataDir, { files })
    files.fail('datasync', 'EIO')
    await expect(journal.append({ n: 1 })).rejects.toMatchObject({ code: 'journal-unusable' })
    await expect(journal.append({ n: 2 })).rejects.toMatchObject({ code: 'journal-unusable' })
    const rewriting = journal.rewrite((records) => Promise.resolve(records))
    await expect(rewriting).rejects.toMatchObject({ code: 'journal-unusable' })
    await journal.close()
  })

  test('and whose half record cannot be taken back is believed in nothing either', async () => {
    const files = failingFiles()
    const journal = await openJournal(dataDir, { files })
    files.fail('appendFile', 'EIO', { half: true })
    files.fail('truncate', 'EIO')
    for (const n of [1, 2]) {
      await expect(journal.append({ n })).rejects.toMatchObject({ code: 'journal-unusable' })
    }
    await journal.close()
    expect(await kept()).toEqual([])
  })

  test('each record is synced before its writer hears of it', async () => {
    const files = failingFiles()
    await using journal = await openJournal(dataDir, { files })
    const before = files.calls.length
    await journal.append({ n: 1 })
    expect(files.calls.slice(before)).toEqual(['appendFile', 'datasync'])
  })
})

describe('rewriting the journal', () => {
  const odd = (records: JournalRecord[]): Promise<JournalRecord[]> =>
    Promise.resolve(records.filter(({ n }) => Number(n) % 2 === 1))

  test('keeps what is to be kept, and appends go on behind it', async () => {
    await using journal = await openJournal(dataDir, { fileBytesMax: 40 })
    for (let n = 1; n < 9; n += 1) await journal.append({ n })
    const before = journal.bytes()
    await journal.rewrite(odd)
    expect(journal.bytes()).toBeLessThan(before)
    expect(existsSync(file('intents.1.jsonl'))).toBe(false)
    await journal.append({ n: 10 })
    const numbers = (await journal.readAll()).map(({ n }) => Number(n))
    expect(numbers.at(-1)).toBe(10)
    expect(numbers.slice(0, -1).every((n) => n % 2 === 1)).toBe(true)
  })

  test('loses nothing that is appended meanwhile', async () => {
    await using journal = await openJournal(dataDir)
    await journal.append({ n: 1 })
    const gate = Promise.withResolvers<void>()
    const rewriting = journal.rewrite(async (records) => {
      await gate.promise
      return records
    })
    const appending = Promise.all([journal.append({ n: 2 }), journal.append({ n: 3 })])
    gate.resolve()
    await Promise.all([rewriting, appending])
    expect(await journal.readAll()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('that fails leaves everything as it was, and the journal goes on', async () => {
    const files = failingFiles()
    await using journal = await openJournal(dataDir, { files })
    for (const n of [1, 2, 3]) await journal.append({ n })
    for (const call of ['open', 'appendFile', 'datasync', 'rename'] as const) {
      files.fail(call, 'ENOSPC')
      await expect(journal.rewrite(odd)).rejects.toMatchObject({ code: 'disk-full' })
    }
    await expect(
      journal.rewrite(() => Promise.reject(new Error('the ledger is away'))),
    ).rejects.toThrow('the ledger is away')
    await journal.append({ n: 4 })
    expect(await journal.readAll()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
  })

  test('syncs the new file before its name stands for the journal', async () => {
    const files = failingFiles()
    await using journal = await openJournal(dataDir, { files })
    const before = files.calls.length
    await journal.rewrite(odd)
    const calls = files.calls.slice(before)
    expect(calls.indexOf('datasync')).toBeLessThan(calls.indexOf('rename'))
    expect(calls.slice(0, 4)).toEqual(['open', 'appendFile', 'datasync', 'rename'])
  })

  test('that was killed before its end is forgotten at the next start', async () => {
    const journal = await openJournal(dataDir)
    await journal.append({ n: 1 })
    await journal.close()
    writeFileSync(file('intents.new.jsonl'), '{"n":7}\n{"n')
    expect(await kept()).toEqual([{ n: 1 }])
    expect(existsSync(file('intents.new.jsonl'))).toBe(false)
  })

  test('that was killed between its two files counts twice, which is one', async () => {
    writeFileSync(file('intents.1.jsonl'), '{"n":1}\n{"n":2}\n')
    writeFileSync(file(), '{"n":1}\n')
    appendFileSync(file(), '{"cut')
    expect(await kept()).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }])
  })
})
