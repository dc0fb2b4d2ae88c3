/**
 * Sends the whole backlog through Bottleneck itself, its reservoir refilled each hour, as its manual
 * shows it. One process: it keeps its reservoir in memory, so that several would each send as much.
 */
import Bottleneck from 'bottleneck'
import { HOUR_MS } from './server-windows.ts'
import { virtualTime } from './virtual-time.ts'
import type { Outcome, World } from './world.ts'
import { travelMs } from './world.ts'

const CONCURRENT_MAX = 4
/** Jobs inside the limiter at once; the rest of the backlog waits outside. */
const ASKS = 40
const IDLE_MS = 10_000

export async function runBottleneck(world: World): Promise<Outcome> {
  const { vehicles, max, servers } = world
  const time = virtualTime()
  const clock = time.clockOf({ dead: false })
  const arrivals: number[] = []
  let refused = 0
  let unsent = vehicles

  async function post(): Promise<void> {
    unsent -= 1
    await clock.sleep(travelMs(world))
    arrivals.push(time.now())
    if (servers[0]?.(time.now()) === false) {
      refused += 1
      unsent += 1
    }
    await clock.sleep(travelMs(world))
  }

  async function ask(life: { dead: boolean }, limiter: Bottleneck): Promise<void> {
    while (!life.dead) {
      await limiter.schedule(async () => {
        // What a dead process had queued is queued again by the next one.
        if (life.dead) await new Promise<never>(() => {})
        await (unsent > 0 ? post() : clock.sleep(IDLE_MS))
      })
    }
  }

  async function live(): Promise<void> {
    const life = { dead: false }
    const limiter = new Bottleneck({
      maxConcurrent: CONCURRENT_MAX,
      reservoir: max,
      reservoirRefreshAmount: max,
      reservoirRefreshInterval: HOUR_MS,
    })
    for (let asks = 0; asks < ASKS; asks += 1) void ask(life, limiter)
    await clock.sleep(world.lifeMs(time.now()))
    life.dead = true
    void limiter.disconnect(false)
    await live()
  }

  await time.run(
    () => void live(),
    () => arrivals.length - refused >= vehicles,
  )
  return { arrivals: [arrivals], refused }
}
