/**
 * Pure. Where the values of a JSON text stand: the line of each by its JSON pointer (RFC 6901), and
 * the first key that is given twice in one object, of which JSON.parse would drop the first.
 */

export interface JsonLines {
  /** From 1; of the nearest value around it, where the pointer leads to none. */
  readonly lineOf: (pointer: string) => number
  readonly repeated: { readonly pointer: string; readonly line: number } | undefined
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g

interface Container {
  readonly pointer: string
  /** Null in a list. */
  readonly keys: Set<string> | null
  key: string
  index: number
}

/** `text`: what JSON.parse has accepted. */
export function jsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const open: Container[] = []
  let repeated: JsonLines['repeated']
  let line = 1
  let isKey = false
  for (const [token] of text.matchAll(TOKEN)) {
    const inside = open.at(-1)
    if (token === '\n') line += 1
    else if (token === ',') {
      if (inside !== undefined) inside.index += 1
      isKey = inside?.keys !== null
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ':') isKey = false
    else if (isKey && inside !== undefined && inside.keys !== null) {
      inside.key = String(JSON.parse(token))
      const pointer = pointerOf(inside)
      if (inside.keys.has(inside.key)) repeated ??= { pointer, line }
      inside.keys.add(inside.key)
    } else {
      const pointer = inside === undefined ? '' : pointerOf(inside)
      if (!lines.has(pointer)) lines.set(pointer, line)
      if (token !== '{' && token !== '[') continue
      const keys = token === '{' ? new Set<string>() : null
      open.push({ pointer, keys, key: '', index: 0 })
      isKey = token === '{'
    }
  }
  return { repeated, lineOf: (pointer) => nearest(lines, pointer) }
}

function pointerOf({ pointer, keys, key, index }: Container): string {
  const part = keys === null ? String(index) : key.replaceAll('~', '~0').replaceAll('/', '~1')
  return `${pointer}/${part}`
}

function nearest(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const line = lines.get(path)
    if (line !== undefined) return line
  }
  return 1
}
