/**
 * Stands in the tests' process for src/database/embedded/engine.ts (vitest.common.ts), and starts the
 * same engine. One that a command of a kept directory starts goes on when its database is closed, so
 * that the next command finds it open. Whoever else opens the directory in this process, a console,
 * has one of its own: another process may write to the directory as soon as that is closed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { noteClosedFiles } from '../../src/database/closed-files.ts'
import { startEngine as start } from '../../src/database/embedded/engine.ts'
import type { Engine, EngineStart } from '../../src/database/embedded/engine.ts'

/** By directory. */
const kept = new Map<string, Engine>()
/** The directory whose command runs. */
const command = new AsyncLocalStorage<string>()

/** @public Imported by its place in src, which vitest replaces. */
export async function startEngine(options: EngineStart): Promise<Engine> {
  const directory = options.pgDataDir ?? ''
  if (command.getStore() !== directory) {
    await stop(directory)
    return start(options)
  }
  const engine = kept.get(directory) ?? (await start(options))
  kept.set(directory, engine)
  return { connect: () => engine.connect(), stop: async () => {} }
}

async function stop(directory: string): Promise<void> {
  const engine = kept.get(directory)
  kept.delete(directory)
  await engine?.stop()
  // The engine's last checkpoint came after the note that the last closing left.
  if (engine !== undefined) noteClosedFiles(directory, undefined)
}

export function keepEngine(directory: string) {
  return {
    isOpen: (): boolean => kept.has(directory),
    during: <T>(work: () => Promise<T>): Promise<T> => command.run(directory, work),
    /** The next command starts another one. */
    stop: (): Promise<void> => stop(directory),
  }
}
