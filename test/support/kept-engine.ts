/**
 * Stands in the tests' process for src/database/embedded/engine.ts (vitest.common.ts), and starts the
 * same engine. That of a directory which is kept goes on when its database is closed, so that the
 * next command finds it open.
 */
import { noteClosedFiles } from '../../src/database/closed-files.ts'
import { startEngine as start } from '../../src/database/embedded/engine.ts'
import type { Engine, EngineStart } from '../../src/database/embedded/engine.ts'

/** By directory; undefined until the engine is started, and after it was stopped. */
const kept = new Map<string, Engine | undefined>()

/** @public Imported by its place in src, which vitest replaces. */
export async function startEngine(options: EngineStart): Promise<Engine> {
  const directory = options.pgDataDir ?? ''
  if (!kept.has(directory)) return start(options)
  const engine = kept.get(directory) ?? (await start(options))
  kept.set(directory, engine)
  return { connect: () => engine.connect(), stop: async () => {} }
}

export function keepEngine(directory: string) {
  kept.set(directory, undefined)
  const take = (): Engine | undefined => {
    const engine = kept.get(directory)
    kept.set(directory, undefined)
    return engine
  }
  return {
    isOpen: (): boolean => kept.get(directory) !== undefined,
    /** The next command starts another one. */
    stop: async (): Promise<void> => {
      const engine = take()
      await engine?.stop()
      // The engine's last checkpoint came after the note that the last closing left.
      if (engine !== undefined) noteClosedFiles(directory, undefined)
    },
    end: async (): Promise<void> => {
      await take()?.stop()
      kept.delete(directory)
    },
  }
}
