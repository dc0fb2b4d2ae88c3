/** How long a read waits while a live provider is asked. */
import { ifStillThere } from '../clock.ts'
import type { ServiceTools } from './service-tools.ts'

/**
 * A read of one thing waits until its work has ended. A list or a summary shows what is recorded by
 * `listMsMax`, and the work goes on: its claims keep others away, and the next read shows more.
 * Work that fails meanwhile is due again, and fails in front of the next reader.
 */
export async function awaitProvider(
  { underWay, listMsMax }: ServiceTools,
  work: Promise<void>,
  only: object,
): Promise<void> {
  const ending = work.finally(() => underWay.delete(ending))
  underWay.add(ending)
  if (Object.keys(only).length > 0) return await ending
  await Promise.race([ending, new Promise<void>((end) => ifStillThere(listMsMax, end))])
}
