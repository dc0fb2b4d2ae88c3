/** Compiles PGlite's WebAssembly, once for all engines of a process. */
import { readFile } from 'node:fs/promises'
import type { PGliteOptions } from '@electric-sql/pglite'

export type EngineModule = NonNullable<PGliteOptions['pgliteWasmModule']>

let compiling: Promise<EngineModule> | undefined

/** Some 100 ms in other threads; of a second engine what the first one has used is compiled, too. */
export function compileEngine(): Promise<EngineModule> {
  compiling ??= compile().catch((error: unknown) => {
    compiling = undefined
    throw error
  })
  return compiling
}

async function compile(): Promise<EngineModule> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  // Node has WebAssembly, but only the browser's type library, which is not loaded, declares it.
  const compiler: { compile(bytes: Uint8Array): Promise<EngineModule> } = Reflect.get(
    globalThis,
    'WebAssembly',
  )
  return await compiler.compile(new Uint8Array(await readFile(file)))
}
