/**
 * Pure. What a parser would not tell of a JSON text: how deep its brackets nest, before it is
 * parsed, and which key stands twice in one object, of which a parser keeps the last.
 */

/** `repeated`: the first key that an object has twice. */
export function jsonShape(text: string) {
  /** The keys of each open object; a list has none. */
  const open: (Set<string> | null)[] = []
  let depth = 0
  let repeated: string | undefined
  let string = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at + 1)
      string = text.slice(at, end + 1)
      at = end
    } else if (code === COLON) {
      const keys = open.at(-1)
      const key = stringOf(string)
      if (keys?.has(key) === true) repeated ??= key
      keys?.add(key)
    } else if (code === BRACE_OPEN || code === BRACKET_OPEN) {
      depth = Math.max(depth, open.push(code === BRACE_OPEN ? new Set() : null))
    } else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) open.pop()
  }
  return { depth, repeated }
}

/** One key may be written in many ways; what is no JSON is refused by the parser later. */
function stringOf(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}

/** Where the closing quote stands, or the end of a text that lacks it. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const BRACKET_OPEN = 0x5b
const BRACKET_CLOSE = 0x5d
const BRACE_OPEN = 0x7b
const BRACE_CLOSE = 0x7d
