/** Names and cookies of a console on one machine, and of one behind the proxy of an office. */
import { expect, test } from 'vitest'
import { placeOf } from '../../src/console/access/place.ts'

const PORT = 4_000
const ORIGIN = 'https://frota.example'

test.each([
  [
    undefined,
    ['127.0.0.1:4000', 'LOCALHOST:4000', '[::1]:4000'],
    ['127.0.0.1', 'evil.example', ''],
  ],
  [ORIGIN, ['frota.example', 'Frota.Example'], ['127.0.0.1:4000', 'frota.example:4000', undefined]],
])('a console at %s answers to its own names', (origin, own, foreign) => {
  const place = placeOf(origin, () => PORT)
  const isOwn = (host: string | undefined): boolean =>
    place.isOwnHost({ headers: { host } } as never)
  expect([own.map(isOwn), foreign.map(isOwn)]).toEqual([
    own.map(() => true),
    foreign.map(() => false),
  ])
})

test.each([
  [undefined, `frota_console_${PORT}`, ''],
  [ORIGIN, '__Host-frota', '; Secure'],
])('the cookies of a console at %s', (origin, name, secure) => {
  const set: unknown[] = []
  const reply = { header: (_: string, value: string) => set.push(value) } as never
  const place = placeOf(origin, () => PORT)
  place.setCookie(reply, 'abc')
  place.setCookie(reply, '')
  place.setFleet(reply, 'são')
  const ending = `; Path=/; HttpOnly; SameSite=Strict${secure}`
  const fleet = Buffer.from('são').toString('base64url')
  expect(set).toEqual([
    `${name}=abc${ending}`,
    `${name}=${ending}; Max-Age=0`,
    `${name}_fleet=${fleet}${ending}; Max-Age=31536000`,
  ])
  const reads = (cookie?: string) => place.cookieOf({ headers: { cookie } } as never)
  expect([reads(`${name}_fleet=1;${name}=abc`), reads(), reads(`x${name}=1`)]).toEqual([
    'abc',
    undefined,
    undefined,
  ])
})
