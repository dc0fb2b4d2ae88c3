/** A PostgreSQL server that belongs to one test, on a free loopback port, with fresh data. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

export interface OwnPostgres extends AsyncDisposable {
  readonly url: string
  /** At once, as in a crash: what was committed is there after the next start. */
  stop(): Promise<void>
  start(): Promise<void>
}

const run = promisify(execFile)

export async function startPostgres(): Promise<OwnPostgres> {
  const bin = await binaries()
  const owner = await ownerOf()
  const place = await mkdtemp(join(tmpdir(), 'frota-own-postgres-'))
  if (owner.uid !== undefined) await chown(place, owner.uid, owner.gid)
  const data = join(place, 'data')
  const how = ['-U', 'frota', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(join(bin, 'initdb'), ['-D', data, ...how], { ...owner, cwd: place })
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
    const flags = settings.flatMap((setting) => ['-c', setting])
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...owner,
      cwd: place,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    const said: string[] = []
    const ready = Promise.withResolvers<void>()
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      if (line.includes('ready to accept connections')) ready.resolve()
    })
    child.once('exit', () => ready.reject(new Error(`PostgreSQL ended: ${said.join('\n')}`)))
    await ready.promise
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGQUIT')
    await gone
  }

  await start()
  return {
    url: `postgres://frota@127.0.0.1:${port}/postgres`,
    stop,
    start,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** The newest major that this Debian has: it keeps them outside PATH. */
async function binaries(): Promise<string> {
  const home = '/usr/lib/postgresql'
  const majors = (await readdir(home)).map(Number).filter(Number.isInteger)
  return join(home, String(Math.max(...majors)), 'bin')
}

/** PostgreSQL refuses root, so root hands it to the user that Debian's package made. */
async function ownerOf(): Promise<{ uid?: number; gid: number }> {
  const gid = process.getgid?.() ?? 0
  if (process.getuid?.() !== 0) return { gid }
  const [uid, group] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ])
  return { uid: Number(uid.stdout), gid: Number(group.stdout) }
}
