import type { JudgedRow } from './judged.ts'

/** Gathers something of the rows of a file, each of which it takes once. */
export interface RowWatcher {
  add(row: JudgedRow): void
}

/** Yields the rows unchanged, after each watcher took each of them. */
export async function* watchRows(
  rows: AsyncIterable<readonly JudgedRow[]>,
  watchers: readonly RowWatcher[],
): AsyncGenerator<readonly JudgedRow[]> {
  for await (const batch of rows) {
    for (const row of batch) for (const watcher of watchers) watcher.add(row)
    yield batch
  }
}
