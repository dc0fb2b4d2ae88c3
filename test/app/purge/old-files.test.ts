/** Each kind of file has some on both sides of its limit; the folder is real, the clock is not. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { OldFilesKey } from '../../../src/app/purge/old-files.ts'
import { purge } from '../../../src/app/purge/purge.ts'
import { RETENTION } from '../../../src/app/purge/retention.ts'
import { folderForFile } from '../../support/for-file.ts'

const NOW = Date.UTC(2030, 5, 15, 12)
const DAY_MS = 86_400_000
const root = await folderForFile('purge')

const places = (dir: string) => ({
  FROTA_DATA_DIR: join(dir, 'data'),
  // As people give it: the paths that are found are written in a shorter way.
  FROTA_REPORTS_DIR: `${dir}/./reports`,
  FROTA_INBOX_DIR: join(dir, 'inbox'),
  FROTA_TIME_ZONE: 'UTC',
  FROTA_REPORT_DAYS: 400,
})

async function lay(path: string, atMs: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'x')
  await utimes(path, new Date(atMs), new Date(atMs))
  return path
}

async function layFolder(path: string, name: string, atMs: number): Promise<string> {
  const inside = await lay(join(path, name), atMs)
  await utimes(path, new Date(atMs), new Date(atMs))
  return inside
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
const stampOf = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

type Laid = Exclude<OldFilesKey, 'replaced'>
/** Lays one that is so old, and returns its path. */
const LAID: Readonly<Record<Laid, (dir: string, atMs: number) => Promise<string>>> = {
  uploads: (dir, atMs) => lay(join(dir, `data/uploads/${atMs}.sealed`), atMs),
  drafts: (dir, atMs) => lay(join(dir, `data/drafts/${atMs}.draft`), atMs),
  checked: (dir, atMs) => lay(join(dir, `data/checked/${atMs}.csv`), atMs),
  inbox: (dir, atMs) => lay(join(dir, `inbox/norte/done/${stampOf(atMs)}-f.csv`), NOW),
  rejected: (dir, atMs) => report(dir, atMs, 'rejected.csv'),
  reports: (dir, atMs) => report(dir, atMs, 'debts.csv'),
}

let number = 0
function report(dir: string, atMs: number, name: string): Promise<string> {
  number += 1
  const folder = `${dayOf(atMs)}-${String(number).padStart(4, '0')}`
  return layFolder(join(dir, 'reports', folder), name, atMs)
}

const isLeft = async (path: string): Promise<boolean> =>
  existsSync(path) && (await readFile(path)).length > 0

test.for(Object.keys(LAID) as Laid[])('%s: older ones go, others stay', async (key) => {
  const days = RETENTION.find((row) => row.key === key)?.days ?? 0
  const limitMs = NOW - days * DAY_MS
  const dir = join(root, key)
  const old = await LAID[key](dir, limitMs - DAY_MS)
  const young = await LAID[key](dir, limitMs + DAY_MS)
  const tools = { config: places(dir), clock: { now: () => NOW } }
  const only = [key]
  const [dry] = await purge(tools, { erases: false, only })
  expect(dry).toMatchObject({ key, days, count: 1 })
  expect(await isLeft(old)).toBe(true)
  expect(dry?.oldest?.toISOString().slice(0, 10)).toBe(dayOf(limitMs - DAY_MS))
  expect(await purge(tools, { erases: true, only })).toEqual([dry])
  expect([await isLeft(old), await isLeft(young)]).toEqual([false, true])
  expect(await purge(tools, { erases: true, only })).toMatchObject([{ count: 0, oldest: null }])
})

test('the database that a restoration put aside goes after its days, with all that is in it', async () => {
  const dir = join(root, 'replaced')
  const path = await layFolder(join(dir, 'data/pgdata.replaced'), 'PG_VERSION', NOW - 31 * DAY_MS)
  const pgdata = await layFolder(join(dir, 'data/pgdata'), 'PG_VERSION', NOW - 31 * DAY_MS)
  const at = (nowMs: number) => ({ config: places(dir), clock: { now: () => nowMs } })
  expect(await purge(at(NOW - 2 * DAY_MS), { erases: true, only: ['replaced'] })).toMatchObject([
    { count: 0 },
  ])
  expect(await isLeft(path)).toBe(true)
  await purge(at(NOW), { erases: true, only: ['replaced'] })
  expect([existsSync(dirname(path)), await isLeft(pgdata)]).toEqual([false, true])
})

test('a run keeps its rejected.csv, empty, because its manifest names it', async () => {
  const dir = join(root, 'emptied')
  const path = await report(dir, NOW - 40 * DAY_MS, 'rejected.csv')
  const tools = { config: places(dir), clock: { now: () => NOW } }
  await purge(tools, { erases: true })
  expect(await readFile(path, 'utf8')).toBe('')
})

test('the newest run, months, evidence, and what people put beside their results stay', async () => {
  const dir = join(root, 'kept')
  const longAgo = NOW - 5000 * DAY_MS
  const kept = [
    await report(dir, longAgo, 'debts.csv'),
    await layFolder(join(dir, 'reports/2016-01'), 'journal.csv', longAgo),
    await layFolder(join(dir, 'reports/evidence'), 'order.html', longAgo),
    await lay(join(dir, 'inbox/done/keep me.csv'), longAgo),
    await lay(join(dir, 'elsewhere/20160101-000000-f.csv'), longAgo),
  ]
  await symlink(join(dir, 'elsewhere'), join(dir, 'inbox/refused'))
  await purge({ config: places(dir), clock: { now: () => NOW } }, { erases: true })
  for (const path of kept) expect(await isLeft(path)).toBe(true)
})

test('the days of reports are a setting', async () => {
  const dir = join(root, 'setting')
  const path = await report(dir, NOW - 500 * DAY_MS, 'debts.csv')
  await report(dir, NOW, 'debts.csv')
  const of = (days: number) => ({
    config: { ...places(dir), FROTA_REPORT_DAYS: days },
    clock: { now: () => NOW },
  })
  await purge(of(600), { erases: true })
  expect(await isLeft(path)).toBe(true)
  await purge(of(400), { erases: true })
  expect(await isLeft(path)).toBe(false)
})

test('what each kind of data is kept for is a number of days that nobody changes unseen', () => {
  const byDays = Map.groupBy(RETENTION, ({ days }) => days)
  const kept = [...byDays].map(([days, rows]) => [days, rows.map(({ key }) => key).toSorted()])
  const corrected = ['cells', 'checked', 'documents', 'inbox', 'notices', 'rejected', 'replaced']
  expect(Object.fromEntries(kept)).toEqual({
    1: ['sessions'],
    7: ['drafts', 'links'],
    30: [...corrected, 'uploads'],
    90: ['slots'],
    180: ['changes', 'removed'],
    400: ['answers', 'moves', 'reports', 'requests'],
  })
})
