/** The version of package.json, read when it is asked for. */
import { readFileSync } from 'node:fs'

export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
