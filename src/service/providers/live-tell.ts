/** Tells the operator once of each thing that another service said and nobody here understands. */
import type { ChargeNews } from './payments.ts'
import type { LiveService } from './live-answer.ts'
import type { TheirNews } from './live-order.ts'

/** Words that are remembered as told; a service that keeps inventing some is not told on for ever. */
const TOLD_MAX = 100
const WORD = /^[a-z_-]{1,32}$/i

const toldBy = new WeakMap<LiveService['call'], Set<string>>()

export function tellOdd(live: LiveService, { odd, ...news }: TheirNews): ChargeNews {
  const told = toldBy.get(live.call) ?? new Set<string>()
  toldBy.set(live.call, told)
  for (const each of odd) {
    const state = WORD.test(each) ? each : 'unreadable'
    if (told.has(state) || told.size >= TOLD_MAX) continue
    told.add(state)
    live.log.error({ state }, 'the live service said of an order what cannot be followed')
  }
  return news
}
