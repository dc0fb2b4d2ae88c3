/** Turns the dashes that word processors make of a hyphen back into hyphens. */
export function plainHyphens(text: string): string {
  return text.replace(/\p{Pd}/gu, '-')
}
