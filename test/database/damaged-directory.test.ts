/**
 * A data directory with one file damaged: survived with the same facts, or said in one sentence with
 * the backup to restore. Never a stack trace, and never an empty ledger in place of a lost one.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openJournal } from '../../src/database/journal.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openEmbedded } from '../../src/database/open-embedded.ts'
import { Failure } from '../../src/failure.ts'
import { howMany } from '../support/extent.ts'
import { folderForFile } from '../support/for-file.ts'

const COUNT =
  'select count(*)::integer as rows, sum(length(text))::integer as characters from public.kept'
const ROWS = 2_000

const root = await folderForFile('damaged')
const whole = join(root, 'whole')
/** The directory as it was with half of the rows. */
const earlier = join(root, 'earlier')
let table: string
let index: string
let facts: object | undefined

beforeAll(async () => {
  await insert('create table public.kept (id integer primary key, text text)', 1, ROWS / 2)
  cpSync(whole, earlier, { recursive: true })
  await insert('select 1', ROWS / 2 + 1, ROWS)
  await using journal = await openJournal(whole)
  await journal.append({ checkpoint: '7' })
  writeFileSync(join(whole, 'last-backup.json'), `{"folder":"${root}"}`)
})

async function insert(first: string, from: number, to: number): Promise<void> {
  await using database = await openDatabase({ dataDir: whole })
  await database.pool.query(first)
  await database.pool.query(
    `insert into public.kept select n, repeat('x', 100) from generate_series(${from}, ${to}) n`,
  )
  const { rows } = await database.pool.query<{ table: string; index: string }>(
    `select pg_relation_filepath('public.kept') as table,
       pg_relation_filepath('public.kept_pkey') as index`,
  )
  table = rows[0]?.table ?? ''
  index = rows[0]?.index ?? ''
  facts = (await database.pool.query<object>(COUNT)).rows[0]
}

const missing = (path: string): void => rmSync(path, { recursive: true })
const emptied = (path: string): void => writeFileSync(path, '')
const halved = (path: string): void =>
  writeFileSync(path, readFileSync(path).subarray(0, Math.floor(statSync(path).size / 2)))
const flipped = (path: string): void => {
  const bytes = readFileSync(path)
  const at = Math.floor(bytes.length / 3)
  if (bytes.length > 0) bytes.writeUInt8((bytes[at] ?? 0) ^ 0x10, at)
  writeFileSync(path, bytes)
}
const wal = (dataDir: string): string => {
  const folder = join(dataDir, 'pgdata/pg_wal')
  const name = readdirSync(folder).find((each) => /^[0-9A-F]{24}$/.test(each))
  return join(folder, name ?? '')
}

const CASES: [string, (dataDir: string) => void, RegExp][] = [
  [
    'pgdata missing',
    (dir) => missing(join(dir, 'pgdata')),
    /damaged \(no pgdata\)\. Restore the last backup: frota restore \S+frota-damaged-/,
  ],
  [
    'a restoration killed in its exchange',
    (dir) => {
      renameSync(join(dir, 'pgdata'), join(dir, 'pgdata.replaced'))
      missing(join(dir, 'intents.jsonl'))
      writeFileSync(join(dir, 'last-backup.json'), '{"folder":"/copies/frota-1"}')
    },
    /damaged \(no pgdata\)\. The last backup \(.copies.frota-1\) is not there from here/,
  ],
  ['PG_VERSION missing', (dir) => missing(join(dir, 'pgdata/PG_VERSION')), /PG_VERSION/],
  ['pg_control missing', (dir) => missing(join(dir, 'pgdata/global/pg_control')), /pg_control/],
  ['pg_control emptied', (dir) => emptied(join(dir, 'pgdata/global/pg_control')), /pg_control/],
  ['pg_control flipped', (dir) => flipControl(dir), /damaged/],
  ['WAL missing', (dir) => missing(wal(dir)), /damaged/],
  ['WAL emptied', (dir) => emptied(wal(dir)), /damaged/],
  ['a table missing', (dir) => missing(join(dir, 'pgdata', table)), /damaged/],
  ['a table flipped', (dir) => flipped(join(dir, 'pgdata', table)), /damaged/],
  ['a table emptied', (dir) => emptied(join(dir, 'pgdata', table)), /damaged \(pgdata.base/],
  ['a table as it was', (dir) => put(join(dir, 'pgdata', table)), /damaged \(pgdata.base/],
  [
    'pg_control as it was',
    (dir) => put(join(dir, CONTROL)),
    /damaged \(pgdata.global.pg_control\)/,
  ],
  [
    'commits as they were',
    (dir) => put(join(dir, 'pgdata/pg_xact/0000')),
    /damaged \(pgdata.pg_xact/,
  ],
]

const CONTROL = 'pgdata/global/pg_control'
const NOTE = 'pgdata/closed-files.txt'

/** The checked part of pg_control is at its beginning. */
function flipControl(dataDir: string): void {
  const path = join(dataDir, 'pgdata/global/pg_control')
  const bytes = readFileSync(path)
  bytes.writeUInt8((bytes[24] ?? 0) ^ 1, 24)
  writeFileSync(path, bytes)
}

test.each(CASES)('%s', async (name, damage, said) => {
  const dataDir = join(root, name.replaceAll(/\W/g, '-'))
  cpSync(whole, dataDir, { recursive: true })
  damage(dataDir)
  const found = await read(dataDir)
  expect(outcomeOf(found, said)).toBe('said in one sentence')
})

test.each([
  ['missing', missing, missing],
  ['damaged', flipped, emptied],
])('the same facts are read where what it can do without is %s', async (how, note, lock) => {
  const dataDir = join(root, `without-${how}`)
  cpSync(whole, dataDir, { recursive: true })
  note(join(dataDir, NOTE))
  lock(join(dataDir, 'lock.sqlite'))
  writeFileSync(join(dataDir, 'holder.json'), '{"pid":')
  halved(join(dataDir, 'intents.jsonl'))
  emptied(join(dataDir, 'last-backup.json'))
  expect(await read(dataDir)).toEqual(facts)
})

test('damage is told at each start, not at the first alone', async () => {
  const dataDir = join(root, 'twice')
  cpSync(whole, dataDir, { recursive: true })
  emptied(join(dataDir, 'pgdata', table))
  const first = await read(dataDir)
  expect(outcomeOf(first, /damaged \(pgdata.base/)).toBe('said in one sentence')
  expect(await read(dataDir)).toEqual(first)
})

test('a directory that a version without notes has worked on since, or was killed in, is used', async () => {
  const dataDir = join(root, 'other-version')
  const killed = join(root, 'other-version-killed')
  cpSync(whole, dataDir, { recursive: true })
  {
    await using engine = await openEmbedded({ pgDataDir: join(dataDir, 'pgdata') })
    await engine.pool.query("update public.kept set text = repeat('y', 100)")
    cpSync(dataDir, killed, { recursive: true })
  }
  expect([await read(dataDir), await read(killed)]).toEqual([facts, facts])
})

test('a journal with a bad line before a good one is told', async () => {
  const dataDir = join(root, 'journal')
  cpSync(whole, dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'intents.jsonl'), '{"a":\n{"checkpoint":"7"}\n')
  await expect(openJournal(dataDir)).rejects.toMatchObject({ code: 'journal-unusable' })
})

/** The facts that were read; or that the one sentence was said, else the sentence itself. */
function outcomeOf(found: unknown, said: RegExp): unknown {
  if (!(found instanceof Failure)) return found
  const { code, sentence } = found
  const isSaid = said.test(sentence.en) && /frota restore \S+ --replace$/.test(sentence.en)
  const isOne = code === 'database-damaged' && !sentence.en.includes('\n')
  return isSaid && isOne ? 'said in one sentence' : sentence.en
}

async function read(dataDir: string): Promise<unknown> {
  try {
    await using database = await openDatabase({ dataDir })
    return (await database.pool.query<object>(COUNT)).rows[0]
  } catch (error) {
    return error
  }
}

const KINDS: Readonly<Record<string, (dataDir: string) => string>> = {
  PG_VERSION: (dir) => join(dir, 'pgdata/PG_VERSION'),
  pg_control: (dir) => join(dir, 'pgdata/global/pg_control'),
  WAL: wal,
  table: (dir) => join(dir, 'pgdata', table),
  index: (dir) => join(dir, 'pgdata', index),
  commits: (dir) => join(dir, 'pgdata/pg_xact/0000'),
  map: (dir) => join(dir, 'pgdata/global/pg_filenode.map'),
  lock: (dir) => join(dir, 'lock.sqlite'),
  note: (dir) => join(dir, NOTE),
}
const WAYS = { missing, emptied, halved, flipped, older: put }
/** After a kill there is no note, and whole pages have no checksum that tells their number or their time. */
const UNNOTICED = new Set([
  'table emptied',
  'table halved',
  'table older',
  'pg_control older',
  'commits older',
])

/** Puts the file in place as it was earlier; the WAL's segments may have other names by now. */
function put(path: string): void {
  const [, name = ''] = /^(?:.*?)\/(pgdata.*|lock\.sqlite)$/.exec(path.slice(root.length + 1)) ?? []
  cpSync(name.includes('pg_wal') ? wal(earlier) : join(earlier, name), path)
}

const cells = ['closed', 'killed'].flatMap((how) =>
  Object.entries(KINDS).flatMap(([kind, find]) =>
    Object.entries(WAYS).map(([way, damage]) => [how, `${kind} ${way}`, find, damage] as const),
  ),
)

test.for(cells.slice(0, howMany(0, cells.length)))(
  'a file in any way, in a directory that was %s: %s',
  async ([how, name, find, damage]) => {
    const dataDir = join(root, `cell-${how}-${name.replaceAll(' ', '-')}`)
    cpSync(whole, dataDir, { recursive: true })
    damage(find(dataDir))
    if (how === 'killed') rmSync(join(dataDir, NOTE), { force: true })
    const found = await read(dataDir)
    rmSync(dataDir, { recursive: true })
    const survived = JSON.stringify(found) === JSON.stringify(facts)
    const isUnnoticed = how === 'killed' && UNNOTICED.has(name) && !(found instanceof Error)
    const isFine = survived || isUnnoticed
    expect(isFine ? 'fine' : outcomeOf(found, /damaged/)).toMatch(/^(fine|said in one sentence)$/)
  },
)

const NOBODY = 65_534

test('a file of another user is no damage but named with its cure, and root makes none', async () => {
  const dataDir = join(root, 'other-user')
  cpSync(whole, dataDir, { recursive: true })
  const forbidden = join(dataDir, 'pgdata/global/pg_filenode.map')
  const isRoot = process.geteuid?.() === 0
  const all = ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]
  if (isRoot) for (const path of all) chownSync(join(root, path), NOBODY, NOBODY)
  if (isRoot) chownSync(forbidden, 0, 0)
  chmodSync(forbidden, 0o400)
  const before = readdirSync(dataDir, { recursive: true })
  const asRoot = isRoot ? await read(dataDir) : `sudo -u '#${NOBODY}' frota`
  expect(String(asRoot)).toContain(`sudo -u '#${NOBODY}' frota`)
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    const refused = await read(dataDir)
    expect(refused).toMatchObject({ code: 'directory-unwritable' })
    const cure = isRoot ? `sudo chown -R ${NOBODY} ${dataDir}` : 'cannot be written (EACCES): allow'
    expect(String(refused)).toContain(forbidden)
    expect(String(refused)).toContain(cure)
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})
