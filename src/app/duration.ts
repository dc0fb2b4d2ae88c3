/** Pure. A length of time as people say it, in its two largest units. */
import type { Output } from './output.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Below this, seconds are shown: the time between two slots is about three minutes. */
const EXACT_MS_MAX = 10 * MINUTE_MS

export function duration(ms: number, { say }: Pick<Output, 'say'>): string {
  if (ms < EXACT_MS_MAX) return exactly(Math.max(0, Math.round(ms / SECOND_MS)))
  const minutes = Math.round(ms / MINUTE_MS) * MINUTE_MS
  const days = Math.floor(minutes / DAY_MS)
  const hours = Math.floor((minutes % DAY_MS) / HOUR_MS)
  const rest = Math.floor((minutes % HOUR_MS) / MINUTE_MS)
  const parts = [
    days > 0 && `${days} ${days === 1 ? say('dia', 'day') : say('dias', 'days')}`,
    hours > 0 && `${hours} h`,
    days === 0 && rest > 0 && `${rest} min`,
  ]
  return parts.filter((part) => part !== false).join(' ')
}

function exactly(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const parts = [minutes > 0 && `${minutes} min`, seconds % 60 > 0 && `${seconds % 60} s`]
  return parts.filter((part) => part !== false).join(' ') || '0 s'
}
