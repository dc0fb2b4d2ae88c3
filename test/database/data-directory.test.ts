import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wallClock, type Clock } from '../../src/clock.ts'
import { pageWords } from '../../src/console/frame/page-words.ts'
import { holderFile, readHolder } from '../../src/database/holder.ts'
import { holderSilent, serveHolderSocket } from '../../src/database/holder-socket.ts'
import { lockDataDir, tryLockDataDir } from '../../src/database/lock.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Failure } from '../../src/failure.ts'
import { folderForFile, folderForTest, forFile } from '../support/for-file.ts'
import { SHORT_LIVED } from '../support/short-lived.ts'

const OWNER = fileURLToPath(new URL('owner-process.ts', import.meta.url))

let dataDir = ''
const children: ChildProcess[] = []

beforeEach(() => {
  dataDir = folderForTest('data')
})
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child)
})

/** Starts the owner process and waits until it has said `lines` lines; returns the last one. */
async function owner(then: 'insert' | 'steps', lines: number) {
  const child = spawn(process.execPath, [...SHORT_LIVED, OWNER, dataDir, then], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const said: string[] = []
  const reader = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the owner ended early')))
    reader.on('line', (line) => {
      said.push(line)
      if (said.length === lines) resolve()
    })
  })
  child.removeAllListeners('exit')
  return { child, said }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('no database is opened from a working directory that is gone', async () => {
  const before = process.cwd()
  const gone = folderForTest('gone')
  process.chdir(gone)
  rmSync(gone, { recursive: true })
  const opening = openDatabase({ dataDir }).finally(() => process.chdir(before))
  await expect(opening).rejects.toThrow(/change to another \(cd\)/)
})

describe('a data directory of this process', async () => {
  const home = await folderForFile('home')
  const dataHome = relative(process.cwd(), home)
  const database = await forFile(openDatabase({ dataDir: dataHome, command: 'frota worker' }))

  test('refuses a hundred more, each by name', async () => {
    for (let more = 0; more < 100; more += 1) {
      await expect(openDatabase({ dataDir: home })).rejects.toThrow('"frota worker"')
    }
    expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  test('is reached by its readers from every working directory', () => {
    const socket = readHolder(home)?.socket ?? ''
    expect(database.engine).toBe('pglite')
    expect(socket.startsWith(home)).toBe(true)
  })

  test('undoes the transaction of a reader that vanishes', async () => {
    await database.pool.query('CREATE TABLE frota.t (n int)')
    const reader = await openDatabase({ dataDir: home, mode: 'read' })
    const client = await reader.pool.connect()
    await client.query('BEGIN')
    await client.query('INSERT INTO frota.t VALUES (1)')
    client.release(true)
    expect((await database.pool.query('SELECT * FROM frota.t')).rows).toEqual([])
    await reader.close()
  })
})

describe('a data directory', () => {
  test('refuses a second executor and names the first, and is read through it', async () => {
    const { child, said } = await owner('insert', 30)
    const second = openDatabase({ dataDir, command: 'frota nightly' })
    await expect(second).rejects.toMatchObject({ code: 'already-running', exitCode: 75 })
    await expect(second).rejects.toThrow(`"frota worker" (process ${child.pid}, since 20`)
    const committed = Number(said.at(-1))
    await using reader = await openDatabase({ dataDir, mode: 'read', command: 'frota status' })
    const { rows } = await reader.pool.query<{ last: number }>(
      'SELECT max(id) AS last FROM frota.kept',
    )
    expect(rows[0]?.last).toBeGreaterThanOrEqual(committed)
    expect(statSync(readHolder(dataDir)?.socket ?? '').mode & 0o777).toBe(0o600)
  })

  test('keeps every committed row when its owner is killed in mid-insert, again and again', async () => {
    let last = 0
    for (const lines of [20, 120]) {
      const { child, said } = await owner('insert', lines)
      await killed(child)
      last = Number(said.at(-1))
      expect(readHolder(dataDir)?.pid).toBe(child.pid)
    }
    // Free at once: the lock of a killed owner is the system's to release.
    await using database = await openDatabase({ dataDir })
    expect(readHolder(dataDir)?.pid).toBe(process.pid)
    const { rows } = await database.pool.query<{ first: number; last: number; count: bigint }>(
      'SELECT min(id) AS first, max(id) AS last, count(*) FROM frota.kept',
    )
    expect(rows[0]?.first).toBe(1)
    expect(rows[0]?.last).toBeGreaterThanOrEqual(last)
    expect(rows[0]?.count).toBe(BigInt(rows[0]?.last ?? 0))
  })

  test('is opened by a reader itself when nobody owns it, and an executor waits for it', async () => {
    const reader = await openDatabase({ dataDir, mode: 'read' })
    const executor = openDatabase({ dataDir, mode: 'execute' })
    expect((await reader.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    await reader.close()
    await using database = await executor
    expect(readHolder(dataDir)?.mode).toBe('execute')
    expect((await database.pool.query('SELECT 2 AS n')).rows).toEqual([{ n: 2 }])
  })

  test('is waited for by an executor that comes while a reader without a note leaves', async () => {
    const reader = tryLockDataDir(dataDir, { command: 'frota status', clock: wallClock })
    rmSync(holderFile(dataDir))
    let nowMs = 0
    const clock: Clock = {
      ...wallClock,
      uptime: () => nowMs,
      sleep: async (ms) => {
        nowMs += ms
        if (nowMs > 1_000) reader?.release()
      },
    }
    using _ = await lockDataDir(dataDir, { command: 'frota nightly', clock })
    expect(readHolder(dataDir)?.command).toBe('frota nightly')
  })

  test('serves from a short path when its own is too long for a socket', async () => {
    const deep = join(dataDir, 'a-rather-long-name-for-a-directory'.repeat(4))
    await using database = await openDatabase({ dataDir: deep })
    expect(Buffer.byteLength(readHolder(deep)?.socket ?? '')).toBeLessThanOrEqual(100)
    await using reader = await openDatabase({ dataDir: deep, mode: 'read' })
    expect(database.engine).toBe(reader.engine)
    expect((await reader.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  })

  test('names the temporary folder and the cure where a long path finds no place for a socket', async () => {
    const deep = join(dataDir, 'a-rather-long-name-for-a-directory'.repeat(4))
    const opening = serveHolderSocket(deep, expect.unreachable, join(dataDir, 'gone'))
    await expect(opening).rejects.toMatchObject({ code: 'directory-unwritable', exitCode: 2 })
    await expect(opening).rejects.toThrow(/gone \(ENOENT\)\. Shorten FROTA_DATA_DIR.*TMPDIR/)
    const { sentence } = (await opening.catch((error: unknown) => error)) as Failure
    expect(pageWords(sentence.en, 'en')).toMatch(
      /^The database's socket .* \(ENOENT\)\. The rest is for/,
    )
  })

  test('is not said to be silent where its socket is not visible from here', async () => {
    using lock = await lockDataDir(dataDir, { command: 'frota worker', clock: wallClock })
    expect(String(holderSilent(dataDir))).toMatch(/Stop it/)
    lock.announce(join(dataDir, 'private/.s.PGSQL.5432'))
    expect(holderSilent(dataDir)).toMatchObject({ code: 'already-running', exitCode: 75 })
    expect(String(holderSilent(dataDir))).toMatch(
      / \S+private\S+ is not there from here.* "frota worker" .* FROTA_DATA_DIR of .*TMPDIR/,
    )
    const { en } = holderSilent(dataDir).sentence
    expect(pageWords(en, 'en')).toMatch(/is in use, .* is not there from here .* operates frota/)
    lock.announce(dataDir)
    expect(String(holderSilent(dataDir))).toMatch(/Stop it/)
  })

  test('leaves no trace of an unpacking or a restoration that was killed', async () => {
    for (const left of ['tmp-12345', 'restoring', 'restoring.tmp-12345']) {
      await mkdir(join(dataDir, `pgdata.${left}`))
      writeFileSync(join(dataDir, `pgdata.${left}`, 'PG_VERSION'), '18\n')
    }
    await using database = await openDatabase({ dataDir })
    expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    const left = readdirSync(dataDir).filter((name) => name.startsWith('pgdata'))
    expect(left).toEqual(['pgdata'])
  })

  test('survives a kill at each step of its first start', async () => {
    for (const lines of [1, 2, 1]) {
      const { child } = await owner('steps', lines)
      await killed(child)
    }
    await using database = await openDatabase({ dataDir })
    expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('is created for its owner alone, and says so when it cannot be', async () => {
    const created = join(dataDir, 'new', 'data')
    using lock = await lockDataDir(created, { command: 'frota', clock: wallClock })
    expect(statSync(created).mode & 0o777).toBe(0o700)
    expect(tryLockDataDir(created, { command: 'frota', clock: wallClock })).toBeUndefined()
    lock.release()
    writeFileSync(join(dataDir, 'file'), '')
    const refused = openDatabase({ dataDir: join(dataDir, 'file') })
    await expect(refused).rejects.toMatchObject({ code: 'directory-unwritable', exitCode: 2 })
    await expect(refused).rejects.toThrow(join(dataDir, 'file'))
  })

  test('is let go when its database does not open', async () => {
    await mkdir(join(dataDir, 'pgdata'))
    writeFileSync(join(dataDir, 'pgdata', 'PG_VERSION'), '9.4\n')
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({ code: 'database-damaged' })
    using lock = await lockDataDir(dataDir, { command: 'frota', clock: wallClock })
    expect(lock).toBeDefined()
  })
})
