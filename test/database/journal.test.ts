import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from '../../src/database/journal.ts'
import { parseJournal, RECORD_BYTES_MAX } from '../../src/database/journal-records.ts'
import { folderForTest } from '../support/for-file.ts'

let dataDir = ''
const file = (): string => join(dataDir, 'intents.jsonl')

beforeEach(() => {
  dataDir = folderForTest('journal')
})

describe('the intent journal', () => {
  test('gives back what was appended, in order, also after it was opened again', async () => {
    const first = await openJournal(dataDir)
    await first.append({ effect: 'a', epoch: 1 })
    await first.append({ effect: 'b', baseline: ['x', null, { n: 1.5 }] })
    await first.close()
    await using again = await openJournal(dataDir)
    await again.append({ effect: 'c' })
    expect(await again.readAll()).toEqual([
      { effect: 'a', epoch: 1 },
      { effect: 'b', baseline: ['x', null, { n: 1.5 }] },
      { effect: 'c' },
    ])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  test('keeps the order of records that are appended at once', async () => {
    await using journal = await openJournal(dataDir)
    await Promise.all(Array.from({ length: 200 }, (_, n) => journal.append({ n })))
    const records = await journal.readAll()
    expect(records.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })

  test('forgets a cut last record and goes on behind the whole ones', async () => {
    const first = await openJournal(dataDir)
    await first.append({ effect: 'whole' })
    await first.close()
    appendFileSync(file(), '{"effect":"cu')
    await using again = await openJournal(dataDir)
    await again.append({ effect: 'next' })
    expect(await again.readAll()).toEqual([{ effect: 'whole' }, { effect: 'next' }])
    expect(readFileSync(file(), 'utf8')).toBe('{"effect":"whole"}\n{"effect":"next"}\n')
  })

  test('refuses a file that is damaged in the middle, and names the line', async () => {
    writeFileSync(file(), '{"effect":"a"}\n{"eff\0\0\n{"effect":"b"}\n')
    await expect(openJournal(dataDir)).rejects.toThrow(/line 2/)
  })

  test('cut anywhere, it still has every record before the cut', () => {
    const records = fc.array(
      fc.record({ effect: fc.string({ unit: 'grapheme' }), epoch: fc.nat() }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(records, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const lines = given.map((record) => Buffer.from(`${JSON.stringify(record)}\n`))
        const content = Buffer.concat(lines)
        const cut = Math.floor(content.length * share)
        let whole = 0
        let bytes = 0
        while (whole < lines.length && bytes + (lines[whole]?.length ?? 0) <= cut) {
          bytes += lines[whole]?.length ?? 0
          whole += 1
        }
        const parsed = parseJournal(content.subarray(0, cut), 'journal')
        expect(parsed).toEqual({ records: given.slice(0, whole), bytes })
      }),
    )
  })

  test('a full file becomes the previous one; the one before that is dropped', async () => {
    await using journal = await openJournal(dataDir, { fileBytesMax: 40 })
    for (let n = 10; n < 25; n += 1) await journal.append({ n })
    const kept = (await journal.readAll()).map(({ n }) => n)
    expect(kept.at(-1)).toBe(24)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 25 - kept.length + at))
    expect(kept.length).toBeGreaterThanOrEqual(5)
    expect(kept.length).toBeLessThan(15)
  })

  test('refuses a record that cannot be an intent, and appends after its end', async () => {
    const journal = await openJournal(dataDir)
    await expect(journal.append({ text: 'x'.repeat(RECORD_BYTES_MAX) })).rejects.toThrow('limit')
    await journal.close()
    await expect(journal.append({ n: 1 })).rejects.toThrow('closed')
  })

  test('a record is in the file by the time its writer may act on it, even if it is killed', async () => {
    const script = fileURLToPath(new URL('journal-process.ts', import.meta.url))
    const child = spawn(process.execPath, [script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let last = 0
    for await (const line of createInterface({ input: child.stdout })) {
      last = Number(line)
      if (last >= 50) break
    }
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    await using journal = await openJournal(dataDir)
    const numbers = (await journal.readAll()).map(({ n }) => n)
    expect(numbers.length).toBeGreaterThanOrEqual(last)
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1))
  })
})
