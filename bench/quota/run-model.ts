/** Sends the whole backlog through a modelled limiter; what the server refuses is sent again. */
import type { Limiter } from './limiter-models.ts'
import type { Outcome, World } from './world.ts'
import { travelMs } from './world.ts'

export function runModel(limiter: Limiter, world: World): Outcome {
  const { vehicles, servers } = world
  const arrivals: number[] = []
  let travelling: number[] = []
  let refused = 0
  let nowMs = 0

  function arrive(untilMs: number): void {
    const due = travelling.filter((atMs) => atMs <= untilMs).toSorted((a, b) => a - b)
    travelling = travelling.filter((atMs) => atMs > untilMs)
    refused += due.filter((atMs) => servers[0]?.(atMs) === false).length
    arrivals.push(...due)
  }

  for (;;) {
    arrive(nowMs)
    if (arrivals.length - refused >= vehicles) return { arrivals: [arrivals], refused }
    const left = vehicles + refused - arrivals.length - travelling.length
    if (left === 0) {
      nowMs = Math.min(...travelling)
      continue
    }
    const waitMs = limiter.ask(nowMs)
    if (waitMs === 0) travelling.push(nowMs + travelMs(world))
    else nowMs += waitMs
  }
}
