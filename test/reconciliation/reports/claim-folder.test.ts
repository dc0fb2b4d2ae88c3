/** Runs take the names of their folders before they write anything. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  claimFolder,
  highestRunNumber,
  leaveFolder,
} from '../../../src/reconciliation/reports/claim-folder.ts'
import { openReportDirectory } from '../../../src/reconciliation/reports/report-directory.ts'
import { folderForTest } from '../../support/for-file.ts'
import { memoryRun } from './memory-source.ts'

let dir: string
beforeEach(() => {
  dir = folderForTest('claims')
})

const run = (number: number) => ({
  ...memoryRun({ number }),
  startedAt: new Date('2026-11-21T12:00:00Z'),
})

test('the highest number is that of a folder, written or being written, and of nothing else', async () => {
  expect(await highestRunNumber(join(dir, 'not there yet'))).toBe(0)
  const others = ['latest', '2026-11-20', '2026-11-20-0099-copy', '.2026-11-20-0098.other', '0097']
  for (const name of others) await mkdir(join(dir, name))
  await writeFile(join(dir, '2026-11-20-12345678901'), 'no number of ours has eleven digits')
  expect(await highestRunNumber(dir)).toBe(0)
  for (const name of ['2026-11-20-0007', '2025-01-02-0012']) await mkdir(join(dir, name))
  expect(await highestRunNumber(dir)).toBe(12)
  await mkdir(join(dir, '.2026-11-21-0015.partial'))
  expect(await highestRunNumber(dir)).toBe(15)
  await openReportDirectory(dir, '2026-11-21-0016')
  expect(await highestRunNumber(dir)).toBe(16)
  await mkdir(join(dir, '.2026-11-21-10016.former'))
  expect(await highestRunNumber(dir)).toBe(10_016)
})

test('of many that ask for one folder at once, one gets it', async () => {
  const asked = Array.from({ length: 20 }, () => claimFolder(dir, run(5)))
  expect((await Promise.all(asked)).filter((got) => got)).toHaveLength(1)
  expect(await claimFolder(dir, run(6))).toBe(true)
})

test('a folder that is there is not taken, and one that was left is free again', async () => {
  await mkdir(join(dir, '2026-11-21-0005'))
  expect(await claimFolder(dir, run(5))).toBe(false)
  expect(await claimFolder(dir, run(6))).toBe(true)
  await leaveFolder(dir, run(6))
  expect(await readdir(dir)).toEqual(['2026-11-21-0005'])
  expect(await claimFolder(dir, run(6))).toBe(true)
})

test('the run that has the folder writes into it, and nothing stays beside it', async () => {
  expect(await claimFolder(dir, run(5))).toBe(true)
  const target = await openReportDirectory(dir, '2026-11-21-0005')
  await target.publish()
  expect(await readdir(dir)).toEqual(['2026-11-21-0005', 'latest'])
})
