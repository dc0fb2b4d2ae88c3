/** API keys and sealed documents. */
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { seededRandom, systemRandom } from '../../src/random.ts'
import { createApiKey, isApiKey } from '../../src/service/keys/create-api-key.ts'
import { openDocument, sealDocument } from '../../src/service/keys/seal-document.ts'
import { deriveSecrets } from '../../src/service/keys/service-secrets.ts'

test('a key has its prefix, is new each time, and a mistyped one is told by itself', () => {
  const random = seededRandom(5)
  const keys = Array.from({ length: 200 }, () => createApiKey(random))
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) {
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{49}$/)
    expect(isApiKey(key)).toBe(true)
    expect(isApiKey(`${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`)).toBe(
      false,
    )
  }
  expect(isApiKey('')).toBe(false)
  expect(isApiKey('svc_live_')).toBe(false)
})

test('a text of another length or alphabet is no key, though its check characters fit', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const checked = (stem: string): string => {
    let check = ''
    for (let rest = crc32(stem); rest > 0; rest = Math.floor(rest / 62)) {
      check = digits.charAt(rest % 62) + check
    }
    return stem + check.padStart(6, '0')
  }
  expect(isApiKey(checked(`svc_live_${'a'.repeat(43)}`))).toBe(true)
  for (const stem of ['a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}-`]) {
    expect(isApiKey(checked(`svc_live_${stem}`))).toBe(false)
  }
  expect(isApiKey(checked(`svc_test_${'a'.repeat(43)}`))).toBe(false)
})

test('a key is hashed under the pepper', () => {
  const key = createApiKey(systemRandom)
  const one = deriveSecrets('one pepper').hashKey(key)
  expect(deriveSecrets('one pepper').hashKey(key)).toEqual(one)
  expect(deriveSecrets('another pepper').hashKey(key)).not.toEqual(one)
})

test('a document opens only with its secret and for its vehicle', () => {
  const secrets = deriveSecrets('pepper')
  const sealed = sealDocument(secrets, systemRandom, 'vehicle-1', '52998224725')
  expect(openDocument(secrets, 'vehicle-1', sealed)).toBe('52998224725')
  expect(sealed.toString('latin1')).not.toContain('52998224725')
  expect(() => openDocument(secrets, 'vehicle-2', sealed)).toThrow(/authenticate/)
  expect(() => openDocument(deriveSecrets('other'), 'vehicle-1', sealed)).toThrow(/authenticate/)
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => openDocument(secrets, 'vehicle-1', changed)).toThrow(/authenticate/)
})
