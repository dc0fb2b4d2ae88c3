/** A Redis server that belongs to one test, on a free loopback port, keeping nothing on the disk. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

export interface OwnRedis extends AsyncDisposable {
  readonly url: string
  /** At once, as in a crash; what it held is lost. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '']
    const child = spawn('redis-server', settings, {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    server = child
    const ready = Promise.withResolvers<void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('eady to accept connections')) ready.resolve()
    })
    child.once('error', ready.reject)
    child.once('exit', () => ready.reject(new Error('Redis ended before it was ready.')))
    await ready.promise
  }

  async function stop(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }

  await start()
  return { url: `redis://127.0.0.1:${port}`, stop, start, [Symbol.asyncDispose]: stop }
}
