/** Reads the file that an option names. */
import { readFileSync } from 'node:fs'
import type { OptionName } from '../options.ts'
import { unreadableFile } from '../unreadable-file.ts'

/** Throws a Failure that names the option and the path. */
export function namedFile(option: OptionName, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw unreadableFile('configuration', `${option}: ${path}`, cause)
  }
}
