/** Pure. A length of time as people say it, in its two largest units. */
import type { Output } from './output.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export function duration(ms: number, { say }: Pick<Output, 'say'>): string {
  if (ms < MINUTE_MS) return say('menos de 1 min', 'less than 1 min')
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
