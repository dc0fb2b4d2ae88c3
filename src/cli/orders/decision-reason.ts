/** Pure. The reason that a person gave with `--reason`; undefined without it. */
import type { CommandContext } from '../context.ts'

/** Characters of a reason; it is kept with the plan and in the audit log. */
const REASON_CHARACTERS_MAX = 300

export function decisionReason({ flags }: Pick<CommandContext, 'flags'>): string | undefined {
  const { reason } = flags
  const given = typeof reason === 'string' ? reason.trim().slice(0, REASON_CHARACTERS_MAX) : ''
  return given === '' ? undefined : given
}
