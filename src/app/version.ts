/** The version in package.json, read at each call. */
import { readFileSync } from 'node:fs'
import { fieldsOf } from '../fields.ts'

export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return String(fieldsOf(JSON.parse(text))['version'])
}
