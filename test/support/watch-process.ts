/** What a child process says and how it ends, for whoever started it. */
import type { ChildProcess } from 'node:child_process'
import type { Ended, Running } from './run-frota.ts'

export function watch(child: ChildProcess): Running {
  const text = { stdout: '', stderr: '' }
  let isOver = false
  const looking = new Set<() => void>()
  const look = (): void => {
    for (const each of looking) each()
  }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece
      look()
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      isOver = true
      resolve({ code, signal, ...text })
      look()
    })
  })
  const until = <T>(found: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const value = found()
        if (value === undefined && !isOver) return
        looking.delete(check)
        if (value !== undefined) return resolve(value)
        reject(new Error(`The process ended before:\n${text.stdout}\n${text.stderr}`))
      }
      looking.add(check)
      check()
    })
  const lines = (): number => `${text.stdout}${text.stderr}`.split('\n').length - 1
  return {
    pid: child.pid ?? 0,
    child,
    ended,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    kill: (signal) => void child.kill(signal),
    saw: (pattern) =>
      until(() => pattern.exec(text.stdout) ?? pattern.exec(text.stderr) ?? undefined),
    sawLines: (count) =>
      until(() => (isOver || lines() >= count ? true : undefined)).then(() => {}),
  }
}
