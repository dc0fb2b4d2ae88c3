/** What the sandbox shows as curl does in a shell what the browser did, and shows no secret. */
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sandboxModule } from './support/sandbox-module.ts'
import { howMany } from '../support/extent.ts'

interface Curl {
  curlCommand: (
    request: {
      method: string
      url: string
      headers: readonly (readonly [string, string])[]
      body?: string
    },
    options: { withKey: boolean },
  ) => string
  maskedKey: (key: string) => string
  maskedCard: <Card extends { number: string; cvc: string }>(card: Card) => Card
}

const { curlCommand, maskedKey, maskedCard } = await sandboxModule<Curl>('curl.js')

/** What a real shell would hand to curl, one argument for each. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`
  const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  return printed.split('\0').slice(0, -1)
}

const hostile = [
  `it's`,
  '$(touch /tmp/owned)',
  '`id`',
  '"; rm -rf / #',
  String.raw`a\'b\\`,
  'line\nbreak',
  '!history',
  '-o/etc/passwd',
  "'''",
]

test.each(hostile)('a shell hands %j on as it is', (value) => {
  const body = JSON.stringify({ nickname: value })
  const url = 'https://api.example.com/api/v1/vehicles'
  const request = { method: 'POST', url, headers: [['X-Account-Id', 'a'] as const], body }
  const expected = ['-X', 'POST', url, '-H', 'X-Account-Id: a', '--data-raw', body]
  expect(argumentsOf(curlCommand(request, { withKey: true }))).toEqual(expected)
})

test('whatever is typed, the arguments that come out of a shell are those that went in', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  const text = texts.filter((each) => !/\0|\p{Surrogate}/u.test(each))
  fc.assert(
    fc.property(text, text, (header, body) => {
      const request = { method: 'GET', url: 'http://x/', headers: [['A', header] as const], body }
      const expected = ['http://x/', '-H', `A: ${header}`, '--data-raw', body]
      expect(argumentsOf(curlCommand(request, { withKey: true }))).toEqual(expected)
    }),
    { numRuns: howMany(15, 60) },
  )
})

test('the key is masked unless it is asked for', () => {
  const key = 'svc_live_abcdefgh'
  const request = { method: 'GET', url: 'http://x/', headers: [['X-Api-Key', key] as const] }
  expect(curlCommand(request, { withKey: false })).not.toContain('abcdefgh')
  expect(curlCommand(request, { withKey: true })).toContain(`'X-Api-Key: ${key}'`)
  expect(maskedKey(key)).toBe('svc_live_••••••••')
  expect(maskedKey('something-else')).toBe('••••••••')
})

test('of a card the last digits are shown, and of one that is cut short nothing', () => {
  const card = { holder_name: 'FULANO', number: '4111111111111111', cvc: '123' }
  expect(maskedCard(card)).toEqual({ holder_name: 'FULANO', number: '••••••••1111', cvc: '•••' })
  expect(maskedCard({ ...card, number: '4111' }).number).toBe('••••••••')
})
