/**
 * Keeps V8 from optimizing the one function of PGlite whose optimization takes 450 MB for some
 * seconds, which a container of 512 MB does not survive. V8 has no list of exceptions, but what it
 * first compiles while tiering is off stays as it was compiled. So tiering is off while the engine
 * starts, which calls that function; what only statements call is optimized as ever.
 */
import { setFlagsFromString } from 'node:v8'

/** With either one left on, V8 still optimizes: what is hot, or everything. */
const TIERING = ['wasm-dynamic-tiering', 'wasm-tier-up']

export async function compileSmall<T>(start: () => Promise<T>): Promise<T> {
  for (const flag of TIERING) setFlagsFromString(`--no-${flag}`)
  try {
    return await start()
  } finally {
    for (const flag of TIERING) setFlagsFromString(`--${flag}`)
  }
}
