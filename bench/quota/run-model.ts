/** Sends the whole backlog through a modelled limiter; what the server refuses is sent again. */
import type { Limiter } from './limiter-models.ts'
import type { Outcome, World } from './world.ts'
import { lifeMs, travelMs } from './world.ts'

export function runModel(limiter: Limiter, world: World): Outcome {
  const { random, vehicles, server } = world
  const arrivals: number[] = []
  let travelling: number[] = []
  let refused = 0
  let nowMs = 0
  let dieMs = lifeMs(random)

  function arrive(untilMs: number): void {
    const due = travelling.filter((atMs) => atMs <= untilMs).toSorted((a, b) => a - b)
    travelling = travelling.filter((atMs) => atMs > untilMs)
    refused += due.filter((atMs) => !server(atMs)).length
    arrivals.push(...due)
  }

  for (;;) {
    arrive(nowMs)
    if (arrivals.length - refused >= vehicles) return { arrivals, refused }
    const left = vehicles + refused - arrivals.length - travelling.length
    if (left === 0) {
      nowMs = Math.min(...travelling)
      continue
    }
    while (nowMs >= dieMs) {
      limiter.restart(dieMs)
      dieMs += lifeMs(random)
    }
    const waitMs = limiter.ask(nowMs)
    if (waitMs === 0) travelling.push(nowMs + travelMs(world))
    // A restart is not slept through: the new process asks at once.
    else nowMs = Math.min(nowMs + waitMs, dieMs)
  }
}
