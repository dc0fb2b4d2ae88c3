/** Folders of runs that end at once, as those of several accounts in one process do. */
import { mkdir, readdir, readlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openReportDirectory } from '../../../src/reconciliation/reports/report-directory.ts'
import { folderForTest } from '../../support/for-file.ts'

let dir: string
beforeEach(() => {
  dir = folderForTest('reports')
})

test('many that are published at once all appear, and latest points to the newest', async () => {
  const folders = Array.from({ length: 12 }, (_, n) => `2026-11-20-00${10 + n}`)
  const open = await Promise.all(folders.map((folder) => openReportDirectory(dir, folder)))
  await Promise.all(open.toReversed().map((each) => each.publish()))
  expect(await readdir(dir)).toEqual([...folders, 'latest'])
  expect(await readlink(join(dir, 'latest'))).toBe(folders.at(-1))
})

test('two that write one folder at once do not touch each other’s files', async () => {
  const first = await openReportDirectory(dir, '2026-03', { isLatest: false })
  await writeFile(join(first.partial, 'first.csv'), '')
  const second = await openReportDirectory(dir, '2026-03', { isLatest: false })
  const third = await openReportDirectory(dir, '2026-03', { isLatest: false })
  await third.discard()
  await writeFile(join(second.partial, 'second.csv'), '')
  await first.publish()
  expect(await readdir(join(dir, '2026-03'))).toEqual(['first.csv'])
  await second.publish()
  expect(await readdir(join(dir, '2026-03'))).toEqual(['second.csv'])
  expect(await readdir(dir)).toEqual(['2026-03'])
})

test('what a kill left is removed a day later, and what is being written stays', async () => {
  const old = join(dir, '.2026-03.partial.left')
  await mkdir(old)
  await mkdir(join(dir, '.2026-04.partial.left'))
  await utimes(old, new Date(0), new Date(0))
  const now = await openReportDirectory(dir, '2026-03', { isLatest: false })
  const other = await openReportDirectory(dir, '2026-03', { isLatest: false })
  const names = ['.2026-04.partial.left', basename(now.partial), basename(other.partial)]
  expect((await readdir(dir)).toSorted()).toEqual(names.toSorted())
})
