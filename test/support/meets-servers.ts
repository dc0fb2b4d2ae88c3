/** Which test files can tell a server from an embedded store at all. */
import { sourceFiles } from './source-files.ts'

/** A test that names none of these, nor imports one that does, is the same on every store. */
const STORES = /\b(testEngine|FROTA_TEST_ENGINE|DATABASE_URL|REDIS_URL)\b/

export function withoutServers(): string[] {
  const files = new Map(sourceFiles('test').map((file) => [file.path, file]))
  const meets = (path: string, seen: Set<string>): boolean => {
    const file = files.get(path)
    if (file === undefined || seen.has(path)) return false
    seen.add(path)
    return (
      STORES.test(file.text) ||
      file.imports.some((each) => each.path !== undefined && meets(each.path, seen))
    )
  }
  return [...files.keys()].filter((path) => path.endsWith('.test.ts') && !meets(path, new Set()))
}
