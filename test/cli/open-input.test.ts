/** A fleet from standard input or a pipe: read as often as a file, and gone when the command ends. */
import { execFileSync } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openInput, type InputFile, type InputTools } from '../../src/cli/intake/open-input.ts'
import { systemRandom } from '../../src/random.ts'
import { folderForFile } from '../support/for-file.ts'

/** A tool of every system that has such pipes. */
const MAKE_PIPE = 'mkfifo'

const dir = await folderForFile('input')
const dataDir = join(dir, 'data')

function open(path: string, given: Partial<InputTools> = {}): Promise<InputFile> {
  const stop = new AbortController().signal
  const stdin = Readable.from([])
  return openInput(path, { dataDir, stdin, random: systemRandom, nowMs: 0, stop, ...given })
}

async function textOf({ source }: InputFile): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of source()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const kept = (): Promise<string[]> => readdir(join(dataDir, 'checked'))

test('standard input is read several times, by its owner alone, and leaves nothing', async () => {
  const stdin = Readable.from([Buffer.from('placa;'), Buffer.from('renavam')])
  {
    await using input = await open('-', { stdin })
    expect(input).toMatchObject({ name: 'stdin', byteLength: 13 })
    expect([await textOf(input), await textOf(input)]).toEqual(['placa;renavam', 'placa;renavam'])
    expect((await stat(input.path)).mode & 0o777).toBe(0o600)
    expect(await kept()).toHaveLength(1)
  }
  expect(await kept()).toEqual([])
})

test('a stop does not wait for what somebody may still type', async () => {
  const stopping = new AbortController()
  const stdin = new PassThrough()
  stdin.write('placa;')
  const opening = open('-', { stdin, stop: stopping.signal })
  stopping.abort()
  await expect(opening).rejects.toThrow('aborted')
  expect(await kept()).toEqual([])
})

test('a pipe with a name is read once and kept meanwhile', async () => {
  const path = join(dir, 'pipe')
  execFileSync(MAKE_PIPE, [path])
  const [input] = await Promise.all([open(path), writeFile(path, 'placa')])
  expect([input.name, await textOf(input), await textOf(input)]).toEqual(['pipe', 'placa', 'placa'])
  await input[Symbol.asyncDispose]()
  expect(await kept()).toEqual([])
})

test('where it cannot be kept, the data directory is named', async () => {
  const file = join(dir, 'file')
  await writeFile(file, '')
  await expect(open('-', { dataDir: file })).rejects.toMatchObject({
    code: 'directory-unwritable',
  })
})
