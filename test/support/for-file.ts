/** What the tests of a file share: opened while it loads, closed after the last of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

export async function forFile<T extends AsyncDisposable>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(() => opened[Symbol.asyncDispose]())
  return opened
}

/** The path of an empty folder. */
export async function folderForFile(name: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `frota-${name}-`))
  afterAll(() => rm(path, { recursive: true, force: true }))
  return path
}

/** The same for one test; asked for by it, or before it. */
export function folderForTest(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `frota-${name}-`))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
