/** Of the letters a to z alone: toUpperCase would make an S of ſ, an I of ı and SS of ß. */
export function asciiCapitals(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
