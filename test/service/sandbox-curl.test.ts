/** What the sandbox shows as curl does in a shell what the browser did, and shows no secret. */
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlCommand, maskedCard, maskedKey } from '../../src/service/sandbox/browser/curl.js'
import { howMany } from '../support/extent.ts'

/** What a real shell would hand to curl for each of some commands, one argument for each. */
function argumentsOf(commands: readonly string[]): string[][] {
  const curl = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; printf '\\0'; }`
  const script = [curl, ...commands].join('\n')
  const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  return printed
    .split('\0\0')
    .slice(0, -1)
    .map((each) => each.split('\0'))
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

/** A value in a header and in a body, and what curl must get. */
function typed(value: string) {
  const url = 'https://api.example.com/api/v1/vehicles'
  const body = JSON.stringify({ nickname: value })
  const request = { method: 'POST', url, headers: [['X-Account-Id', value] as const], body }
  const expected = ['-X', 'POST', url, '-H', `X-Account-Id: ${value}`, '--data-raw', body]
  return { command: curlCommand(request, { withKey: true }), expected }
}

test('whatever is typed, the arguments that come out of a shell are those that went in', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  const text = texts.filter((each) => !/\0|\p{Surrogate}/u.test(each))
  fc.assert(
    fc.property(fc.array(text, { minLength: 5, maxLength: 30 }), (values) => {
      const all = values.map(typed)
      const passed = argumentsOf(all.map(({ command }) => command))
      expect(passed).toEqual(all.map(({ expected }) => expected))
    }),
    { numRuns: howMany(3, 60), examples: [[hostile]] },
  )
})

test('a read is no POST, and has no body', () => {
  const request = { method: 'GET', url: 'http://x/', headers: [] }
  expect(argumentsOf([curlCommand(request, { withKey: true })])).toEqual([['http://x/']])
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
