/** Pure. Sentences of the terminal for who types no command: on a page, beside a dropped file. */

/** Of the command line alone: no sentence of a page has any. */
export const TERMINAL_WORDS =
  /--[a-z]|FROTA_[A-Z]|DATABASE_URL|REDIS_URL|\bfrota (?:accounts|audit|bank|check|close|console|credentials|debts|fleets|inbox|nightly|orders|people|plan|quota|reconcile|report|resume|retry|runs|schedules|service|status|vehicle|why|worker)\b/

/** What may be typed instead, in brackets: the sentence is whole without it. */
export const CHOICE = / \([^()]*--[a-z][^()]*\)/g

/** Without the parts that name an option or a command, and without what only introduces one. */
export function withoutCommands(text: string): string {
  const said = text.replace(CHOICE, '')
  if (!TERMINAL_WORDS.test(said)) return said
  const parts = said.split(/(?<=[.;:!?]) +/)
  const isTyped = (part: string): boolean => TERMINAL_WORDS.test(part)
  const kept = parts.filter(
    (part, at) => !isTyped(part) && !(part.endsWith(':') && isTyped(parts[at + 1] ?? '')),
  )
  return kept.join(' ').replace(/[;:,]$|(?<=[^.!?])$/, '.')
}
