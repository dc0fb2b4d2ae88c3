/** Works on a list, `concurrency` items at a time; the first error stops the rest and is thrown. */
export async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<{ unstarted: number }> {
  const waiting = items.values()
  let left = items.length
  let failed = false
  const takeTurns = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed || signal?.aborted === true) return
      left -= 1
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: concurrency }, takeTurns))
  for (const result of workers) if (result.status === 'rejected') throw result.reason
  return { unstarted: left }
}
