/** The real files of a journal, of which one call fails as a disk or a kill would let it fail. */
import { open, rename, type FileHandle } from 'node:fs/promises'
import type { JournalFiles } from '../../src/database/journal.ts'

type Call = 'open' | 'appendFile' | 'datasync' | 'truncate' | 'rename'

export interface FailingFiles extends JournalFiles {
  /** The next `call` fails with this code; a half of what it was to append may have gone through. */
  fail(call: Call, code: string, options?: { half?: boolean }): void
  /** Every call, in order. */
  readonly calls: readonly Call[]
}

export function failingFiles(): FailingFiles {
  const calls: Call[] = []
  const faults = new Map<Call, { code: string; half: boolean }>()
  const met = (call: Call): { code: string; half: boolean } | undefined => {
    calls.push(call)
    const fault = faults.get(call)
    faults.delete(call)
    return fault
  }
  const failure = (code: string): Error => Object.assign(new Error(code), { code })

  function failing(handle: FileHandle): FileHandle {
    const changed: Partial<Record<string, (...given: never[]) => Promise<void>>> = {
      appendFile: async (bytes: Buffer) => {
        const fault = met('appendFile')
        if (fault?.half === true) await handle.appendFile(bytes.subarray(0, bytes.length / 2))
        if (fault !== undefined) throw failure(fault.code)
        await handle.appendFile(bytes)
      },
      datasync: async () => {
        const fault = met('datasync')
        if (fault !== undefined) throw failure(fault.code)
        await handle.datasync()
      },
      truncate: async (length: number) => {
        const fault = met('truncate')
        if (fault !== undefined) throw failure(fault.code)
        await handle.truncate(length)
      },
    }
    return new Proxy(handle, {
      get: (target, name) => {
        const own = changed[String(name)]
        if (own !== undefined) return own
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  return {
    calls,
    fail: (call, code, options = {}) => {
      faults.set(call, { code, half: options.half ?? false })
    },
    open: async (path, flags, mode) => {
      const fault = met('open')
      if (fault !== undefined) throw failure(fault.code)
      return failing(await open(path, flags, mode))
    },
    rename: async (from, to) => {
      const fault = met('rename')
      if (fault !== undefined) throw failure(fault.code)
      await rename(from, to)
    },
  }
}
