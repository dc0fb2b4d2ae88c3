/** Pure. How deep the brackets of a JSON text nest, without parsing it. */
export function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === BRACE_OPEN || code === BRACKET_OPEN) deepest = Math.max(deepest, ++depth)
    else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) depth--
  }
  return deepest
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET_OPEN = 0x5b
const BRACKET_CLOSE = 0x5d
const BRACE_OPEN = 0x7b
const BRACE_CLOSE = 0x7d
