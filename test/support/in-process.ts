/**
 * Runs a command of frota in the process of the test: a process of its own takes longer to start
 * than most commands take. What a command writes to either stream of the process, in whichever
 * module, is its own text and nobody else's.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { startWallClock, wallClockOffset } from '../../src/clock.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { openDatabase, type Database } from '../../src/database/open.ts'
import type { Ended } from './run-frota.ts'

interface Text {
  stdout: string
  stderr: string
}

const writing = new AsyncLocalStorage<Text>()
for (const name of ['stdout', 'stderr'] as const) listenTo(name)

/** `onOutput` hears the whole standard output after each piece of it. */
export async function runHere(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
  onOutput?: (stdout: string) => void,
): Promise<Ended> {
  using _dated = datedBy(env['FROTA_START_AT'])
  const text: Text = { stdout: '', stderr: '' }
  const streamOf = (name: keyof Text) => ({
    write: (piece: string) => {
      text[name] += piece
      if (name === 'stdout') onOutput?.(text.stdout)
    },
  })
  const [stdout, stderr] = [streamOf('stdout'), streamOf('stderr')]
  const code = await writing.run(text, () => runCommandLine({ argv, env, stdout, stderr, stop }))
  return { code, signal: null, ...text }
}

/** Those that run now; the process has one clock, so all must begin at the same date. */
const dates: (string | undefined)[] = []

function datedBy(date: string | undefined): Disposable {
  if (dates.some((other) => other !== date)) {
    throw new Error('Runs at different dates need processes: use start.')
  }
  dates.push(date)
  const before = wallClockOffset()
  return {
    [Symbol.dispose]: () => {
      dates.pop()
      if (dates.length === 0) startWallClock({ thenMs: before, realMs: 0 })
    },
  }
}

function listenTo(name: keyof Text): void {
  const stream = process[name]
  const write = stream.write.bind(stream)
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = writing.getStore()
    if (text === undefined) return Reflect.apply(write, stream, [piece, ...rest])
    text[name] += Buffer.from(piece).toString()
    for (const told of rest) if (typeof told === 'function') process.nextTick(told)
    return true
  }
}

/** These own the data directory; every other command reads through whoever owns it. */
const OWNERS = ['reconcile', 'resume', 'retry', 'nightly', 'inbox', 'worker', 'restore']

export function ownsLedger([command = '']: readonly string[]): boolean {
  return OWNERS.includes(command)
}

/**
 * A ledger that stays open between the commands that only read it, so that its engine starts once
 * for all of them; whoever is to own the directory has it let go before.
 */
export class HeldLedger {
  readonly #dataDir: string
  #opening: Promise<Database> | undefined
  #users = new Set<Promise<unknown>>()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  get isHeld(): boolean {
    return this.#opening !== undefined
  }

  async use<T>(work: (database: Database) => Promise<T>): Promise<T> {
    this.#opening ??= openDatabase({ dataDir: this.#dataDir, mode: 'read' })
    const opening = this.#opening
    const using = opening.then(work)
    this.#users.add(using)
    try {
      return await using
    } finally {
      this.#users.delete(using)
      // The owner may end at any time, and whoever reads through it would be cut off.
      const isOwn = await opening.then(
        ({ ownerPid }) => ownerPid === undefined,
        () => false,
      )
      if (!isOwn && this.#opening === opening) await this.release()
    }
  }

  async release(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    await Promise.allSettled(this.#users)
    await opening?.then(
      (database) => database.close(),
      () => undefined,
    )
  }
}
