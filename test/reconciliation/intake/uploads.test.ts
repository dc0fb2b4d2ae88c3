import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemRandom } from '../../../src/random.ts'
import { openUploads } from '../../../src/reconciliation/intake/uploads.ts'
import { deriveSecret } from '../../../src/secret.ts'
import { folderForFile } from '../../support/for-file.ts'

const secret = deriveSecret(systemRandom.bytes(32), systemRandom)
const about = { defaults: { uf: 'SP' }, map: { plate: 'Placa' }, otherFleet: false }
const NOW_MS = Date.UTC(2028, 1, 29)

const directory = await folderForFile('uploads')
const uploads = openUploads(directory, secret, { now: () => NOW_MS })

async function* pieces(...given: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* given
}

async function read(importId: string): Promise<Buffer | undefined> {
  const upload = await uploads.find(importId)
  return upload && Buffer.concat(await Array.fromAsync(upload.source()))
}

test('a kept file comes back byte for byte, as often as it is opened', async () => {
  const bytes = Buffer.from(systemRandom.bytes(700_000))
  await uploads.keep('a', pieces(bytes.subarray(0, 3), bytes.subarray(3)), about)
  expect((await read('a'))?.equals(bytes)).toBe(true)
  expect((await read('a'))?.equals(bytes)).toBe(true)
  expect(await uploads.find('a')).toEqual({ ...about, source: expect.any(Function) })
  expect(await read('nothing')).toBeUndefined()
})

test('what is kept shows neither the file nor what was said of it', async () => {
  await uploads.keep('b', pieces(Buffer.from('ABC1D23;00639884962')), about)
  const kept = await readFile(join(directory, 'b.sealed'), 'latin1')
  expect(kept).not.toContain('ABC1D23')
  expect(kept).not.toContain('Placa')
})

test('a file that was kept before frames were bytes is still read', async () => {
  const text = Buffer.from('Placa;é\r\n')
  const frames = [JSON.stringify(about), text.toString('base64')].map((plain, at) => {
    const sealed = secret.seal(plain, `upload/old/${at}`)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  })
  await writeFile(join(directory, 'old.sealed'), Buffer.concat(frames))
  expect(await read('old')).toEqual(text)
})

test('a frame in another place, or of another file, does not open', async () => {
  await uploads.keep('c', pieces(Buffer.from('one'), Buffer.from('two')), about)
  const kept = await readFile(join(directory, 'c.sealed'))
  await writeFile(join(directory, 'd.sealed'), kept)
  expect(await read('d')).toBeUndefined()
  const first = 4 + kept.readUInt32BE()
  const second = first + 4 + kept.readUInt32BE(first)
  const swapped = [kept.subarray(0, first), kept.subarray(second), kept.subarray(first, second)]
  await writeFile(join(directory, 'c.sealed'), Buffer.concat(swapped))
  expect(await read('c')).toBeUndefined()
})

test('a file that is cut anywhere, or has a flipped bit, is none, as one that is missing', async () => {
  await uploads.keep('e', pieces(Buffer.from('one'), Buffer.from('two')), about)
  const path = join(directory, 'e.sealed')
  const kept = await readFile(path)
  for (let length = 0; length < kept.length; length += 1) {
    await writeFile(path, kept.subarray(0, length))
    expect(await read('e')).toBeUndefined()
  }
  for (let at = 0; at < kept.length; at += 1) {
    const flipped = Buffer.from(kept)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at)
    await writeFile(path, flipped)
    expect(await read('e')).toBeUndefined()
  }
})
