import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { systemRandom } from '../src/random.ts'
import { openSecret, ownerContext } from '../src/secret.ts'
import { isApiKey } from '../src/service/keys/create-api-key.ts'
import { folderForTest } from './support/for-file.ts'

let directory: string
beforeEach(() => {
  directory = folderForTest('secret')
})

const CPF = '52998224725'
const open = (path: string) => openSecret(path, systemRandom, async () => true)
const context = ownerContext('account', '00639884962')

test('a first start makes the file for its owner alone, a second one reads it', async () => {
  const path = join(directory, 'deep', 'secret')
  const first = await open(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(directory, 'deep'))).mode & 0o777).toBe(0o700)
  const second = await open(path)
  expect(second.embedded).toEqual(first.embedded)
  expect(second.blindIndex(CPF)).toBe(first.blindIndex(CPF))
  expect(second.open(first.seal(CPF, context), context)).toBe(CPF)
  expect(await readdir(join(directory, 'deep'))).toEqual(['secret'])
})

test('a folder in its place is named as what it is, and keeps its rights', async () => {
  await chmod(directory, 0o755)
  await expect(open(directory)).rejects.toThrow(/cannot be read \(EISDIR\).*FROTA_SECRET_FILE/)
})

test('two first starts at once end with one secret', async () => {
  const path = join(directory, 'secret')
  const secrets = await Promise.all(Array.from({ length: 8 }, () => open(path)))
  expect(new Set(secrets.map((secret) => secret.embedded.apiKey)).size).toBe(1)
})

test('a sealed document opens nowhere else, and equal ones look different', async () => {
  const secret = await open(join(directory, 'secret'))
  const other = await open(join(directory, 'other'))
  const sealed = secret.seal(CPF, context)
  expect(secret.seal(CPF, context)).not.toEqual(sealed)
  expect(Buffer.from(sealed).includes(CPF)).toBe(false)
  const changed = Uint8Array.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  for (const opening of [
    () => other.open(sealed, context),
    () => secret.open(sealed, ownerContext('account', '00000000000')),
    () => secret.open(changed, context),
    () => secret.open(sealed.subarray(0, 8), context),
  ]) {
    expect(opening).toThrow(expect.objectContaining({ code: 'configuration' }))
  }
})

test('the embedded credential is a key that the service takes', async () => {
  const { embedded } = await open(join(directory, 'secret'))
  expect(isApiKey(embedded.apiKey)).toBe(true)
  expect(embedded.accountId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
})

test('a file that others may read is refused with its cure', async () => {
  const path = join(directory, 'secret')
  await open(path)
  await chmod(path, 0o644)
  const opening = open(path)
  await expect(opening).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining('chmod 600'),
  })
})

test('a file that is no secret is refused and left as it is', async () => {
  const path = join(directory, 'secret')
  await writeFile(path, 'something of mine\n', { mode: 0o600 })
  await expect(open(path)).rejects.toMatchObject({ code: 'configuration' })
  expect(await readFile(path, 'utf8')).toBe('something of mine\n')
})

test('a place that cannot be written is named', async () => {
  const path = join(directory, 'file', 'secret')
  await writeFile(join(directory, 'file'), '')
  await expect(open(path)).rejects.toThrow(/secret/)
})

test('one that is missing is not made anew once something was sealed with it', async () => {
  const path = join(directory, 'secret')
  await expect(openSecret(path, systemRandom, async () => false)).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(path),
  })
  expect(await readdir(directory)).toEqual([])
})
