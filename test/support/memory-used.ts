/** Memory of which so many of 100 MB are used at each look, and none is garbage. */
import type { MemoryRoom } from '../../src/memory-room.ts'

const MB = 1024 * 1024

export function memoryUsed(...megabytes: readonly number[]): MemoryRoom & { collected: number } {
  const left = [...megabytes]
  const room = {
    collected: 0,
    uses: () => {
      const used = (left.length > 1 ? left.shift() : left[0]) ?? 0
      return [{ usedBytes: used * MB, limitBytes: 100 * MB, shareMax: 0.9 }]
    },
    collect: () => {
      room.collected += 1
    },
  }
  return room
}
