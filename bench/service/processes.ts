/** The servers of a bench as processes of their own, so that none shares a thread with the load. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { freePort } from '../../test/support/free-port.ts'

const READY_MS_MAX = 120_000
const POLL_MS = 100

export interface Server extends AsyncDisposable {
  readonly told: Readonly<Record<string, unknown>>
}

/** Waits for the one line of JSON that our own servers print. */
export async function serveOwn(file: string, ...args: string[]): Promise<Server> {
  const path = new URL(file, import.meta.url).pathname
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    return { told: JSON.parse(line), [Symbol.asyncDispose]: () => ended(child) }
  }
  throw new Error(`${file} ended before it listened.`)
}

/** A program of another project, which is ready once its address answers. */
export async function serveOther(
  command: string,
  args: (port: string) => string[],
  path: string,
): Promise<Server> {
  const port = String(await freePort())
  const child = spawn(command, args(port), { stdio: ['pipe', 'ignore', 'ignore'] })
  const url = `http://127.0.0.1:${port}`
  for (let waited = 0; waited < READY_MS_MAX; waited += POLL_MS) {
    if (await answers(url + path)) {
      return { told: { url }, [Symbol.asyncDispose]: () => ended(child) }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  child.kill()
  throw new Error(`${command} did not answer within ${READY_MS_MAX} ms.`)
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  const timer = setTimeout(() => child.kill(), READY_MS_MAX / 60)
  await exit
  clearTimeout(timer)
}
