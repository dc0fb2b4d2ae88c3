/** A file that is given back appears whole or not at all, whatever happens while it is written. */
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from '../../src/cli/intake/write-whole.ts'
import { folderForFile } from '../support/for-file.ts'

const dir = await folderForFile('whole')

async function* pieces(failure?: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one ')
  if (failure !== undefined) throw failure
  yield Buffer.from('two')
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code })

test('what fails half-way leaves what stood there before, and nothing beside it', async () => {
  const path = join(dir, 'kept.csv')
  await writeFile(path, 'before')
  for (const code of ['ENOSPC', 'EFBIG']) {
    const failure = { code: 'disk-full', exitCode: 1 }
    await expect(writeWhole(path, pieces(systemError(code)))).rejects.toMatchObject(failure)
  }
  await expect(writeWhole(path, pieces(new Error('stopped')))).rejects.toThrow('stopped')
  expect(await readFile(path, 'utf8')).toBe('before')
  expect(await readdir(dir)).toEqual(['kept.csv'])
})

test('what is replaced is for its owner alone, were it open to all before', async () => {
  const path = join(dir, 'open.csv')
  await writeFile(path, 'before', { mode: 0o644 })
  await writeWhole(path, pieces())
  expect(await readFile(path, 'utf8')).toBe('one two')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('through a link the file behind it is replaced, and the link stays', async () => {
  const [target, link] = [join(dir, 'target.csv'), join(dir, 'link.csv')]
  await writeFile(target, 'before')
  await symlink(target, link)
  await writeWhole(link, pieces())
  expect(await readFile(target, 'utf8')).toBe('one two')
  expect(
    (await readdir(dir, { withFileTypes: true })).map((each) => each.isSymbolicLink()),
  ).toContain(true)
})

test('a device is written as it is', async () => {
  await writeWhole('/dev/null', pieces())
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
})
