/** Reads the file that an option names. */
import { readFileSync } from 'node:fs'
import { Failure } from '../failure.ts'
import type { OptionName } from '../options.ts'

/** `page` explains the file's form. Throws a Failure that names the option and the path. */
export function namedFile(option: OptionName, path: string, page: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Failure(
      'configuration',
      {
        pt: `${option}: ${path} não pode ser lido; indique um arquivo JSON (${page}).`,
        en: `${option}: ${path} cannot be read; give the path of a JSON file (${page}).`,
      },
      { cause },
    )
  }
}
