/** Folders of runs that end at once, as those of several accounts in one process do. */
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openReportDirectory } from '../../../src/reconciliation/reports/report-directory.ts'

test('many that are published at once all appear, and latest points to the newest', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'frota-reports-'))
  try {
    const folders = Array.from({ length: 12 }, (_, n) => `2026-11-20-00${10 + n}`)
    const open = await Promise.all(folders.map((folder) => openReportDirectory(dir, folder)))
    await Promise.all(open.toReversed().map((each) => each.publish()))
    expect(await readdir(dir)).toEqual([...folders, 'latest'])
    expect(await readlink(join(dir, 'latest'))).toBe(folders.at(-1))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
