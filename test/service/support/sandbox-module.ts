/** A module of the sandbox's script, which the compiler of the tests does not read. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../support/source-files.ts'

export const SANDBOX_SCRIPTS = 'src/service/sandbox/browser'

/** The caller says what it needs of the module; the script's own types are checked elsewhere. */
export async function sandboxModule<Shape>(name: string): Promise<Shape> {
  const found: unknown = await import(pathToFileURL(join(root, SANDBOX_SCRIPTS, name)).href)
  return found as Shape
}
