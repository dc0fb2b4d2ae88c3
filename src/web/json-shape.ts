/**
 * Pure. What a parser would not tell of a JSON text: how deep its brackets nest, before it is
 * parsed, and whether a key stands twice in one object, of which a parser keeps the last.
 */

export interface JsonShape {
  readonly depth: number
  /** The members of all objects together: each has one colon outside of strings. */
  readonly members: number
}

export function jsonShape(text: string): JsonShape {
  let level = 0
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at + 1)
    else if (code === COLON) members++
    else if (code === BRACE_OPEN || code === BRACKET_OPEN) depth = Math.max(depth, ++level)
    else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) level--
  }
  return { depth, members }
}

/** The members that `parsed` kept; fewer than its text has when a key stands twice somewhere. */
export function membersOf(parsed: unknown): number {
  if (typeof parsed !== 'object' || parsed === null) return 0
  const values: unknown[] = Object.values(parsed)
  let members = Array.isArray(parsed) ? 0 : values.length
  for (const each of values) members += membersOf(each)
  return members
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
