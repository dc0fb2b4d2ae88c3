import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** Whether `path` is `folder` itself or lies below it, by whatever links either is named. */
export function folderHolds(folder: string, path: string): boolean {
  const way = relative(real(folder), real(path))
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** Links are followed as far as the path exists. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const whole = resolve(path)
    return whole === dirname(whole) ? whole : join(real(dirname(whole)), basename(whole))
  }
}
