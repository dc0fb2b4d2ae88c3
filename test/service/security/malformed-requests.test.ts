/**
 * Requests that two HTTP programs could read differently: each is refused in the one shape, the
 * connection ends with it, and neither it nor what was smuggled behind it is processed.
 */
import { expect, test } from 'vitest'
import { newVehicle } from '../support/fleet.ts'
import { openBench } from '../support/open-service.ts'
import { answersIn, credentials, sendRaw } from './raw-bytes.ts'
import { forFile } from '../../support/for-file.ts'

const bench = await forFile(openBench())

interface Parts {
  readonly method?: string
  readonly version?: string
  readonly host?: string
  /** Whole lines, each with its end. */
  readonly headers: string
  readonly body?: string
}

const BODY = JSON.stringify(newVehicle(1))
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const inChunks = (size: string): string => `${size}\r\n${BODY}\r\n0\r\n\r\n`
const HEX = BODY.length.toString(16)
const CHUNKS = inChunks(HEX)

/** Where a line of the table says nothing, the request is one that would register a vehicle. */
const malformed: Record<string, Parts> = {
  'a length beside chunks': { headers: LENGTH + CHUNKED, body: CHUNKS },
  'chunks beside a length': { headers: CHUNKED + LENGTH, body: CHUNKS },
  'two lengths that differ': { headers: `${LENGTH}Content-Length: 0\r\n` },
  'two lengths that agree': { headers: LENGTH + LENGTH },
  'a list of lengths': { headers: `Content-Length: ${BODY.length}, ${BODY.length}\r\n` },
  'a length with a sign': { headers: `Content-Length: +${BODY.length}\r\n` },
  'a length below zero': { headers: 'Content-Length: -1\r\n' },
  'a length in hexadecimal': { headers: `Content-Length: 0x${HEX}\r\n` },
  'a length that no number holds': { headers: 'Content-Length: 99999999999999999999999\r\n' },
  'an empty length': { headers: 'Content-Length:\r\n' },
  'an unknown encoding': { headers: 'Transfer-Encoding: xchunked\r\n', body: CHUNKS },
  'an encoding after chunked': { headers: 'Transfer-Encoding: chunked, gzip\r\n', body: CHUNKS },
  'two encodings': { headers: `${CHUNKED}Transfer-Encoding: identity\r\n`, body: CHUNKS },
  'a vertical tab before the encoding': {
    headers: 'Transfer-Encoding: \x0bchunked\r\n',
    body: CHUNKS,
  },
  'a bare line feed': { headers: `X-A: b\nX-B: c\r\n${LENGTH}` },
  'a bare line feed before the body': { headers: LENGTH, body: `\n${BODY}` },
  'a carriage return in a header': { headers: `X-A: b\rc\r\n${LENGTH}` },
  'a null in a header': { headers: `X-A: b\0c\r\n${LENGTH}` },
  'a space before the colon': { headers: `X-A : b\r\n${LENGTH}` },
  'a space before the colon of the length': { headers: `Content-Length : ${BODY.length}\r\n` },
  'a folded header': { headers: `X-A: b\r\n c\r\n${LENGTH}` },
  'a folded encoding': { headers: 'Transfer-Encoding:\r\n chunked\r\n', body: CHUNKS },
  'a header without a name': { headers: `: b\r\n${LENGTH}` },
  'a header without a colon': { headers: `X-A\r\n${LENGTH}` },
  'no host': { host: '', headers: LENGTH },
  'two hosts': { host: 'Host: x\r\nHost: evil.example\r\n', headers: LENGTH },
  'two hosts that agree': { host: 'Host: x\r\nhost: x\r\n', headers: LENGTH },
  'two authorizations': { headers: `Authorization: a\r\nAuthorization: b\r\n${LENGTH}` },
  'two content types': { headers: `Content-Type: text/plain\r\n${LENGTH}` },
  'a method in small letters': { method: 'post', headers: LENGTH },
  'a method that does not exist': { method: 'FROTA', headers: LENGTH },
  'version 0.9': { version: '', host: '', headers: '', body: '' },
  'version 2.0': { version: ' HTTP/2.0', headers: LENGTH },
  'version 1.9': { version: ' HTTP/1.9', headers: LENGTH },
  'a chunk size with a sign': { headers: CHUNKED, body: inChunks(`+${HEX}`) },
  'a chunk size below zero': { headers: CHUNKED, body: inChunks('-1') },
  'a chunk size that begins with 0x': { headers: CHUNKED, body: inChunks(`0x${HEX}`) },
  'a chunk size that no number holds': { headers: CHUNKED, body: inChunks(`f${'0'.repeat(20)}`) },
  'a line feed after a chunk size': { headers: CHUNKED, body: `${HEX}\n${BODY}\r\n0\r\n\r\n` },
  'a chunk longer than its size': { headers: CHUNKED, body: inChunks('8') },
  'a chunk without an end of line': { headers: CHUNKED, body: `${HEX}\r\n${BODY}0\r\n\r\n` },
  'an endless chunk extension': {
    headers: CHUNKED,
    body: inChunks(`${HEX};${'a'.repeat(20_000)}`),
  },
}

function bytesOf({ method = 'POST', version = ' HTTP/1.1', host = 'Host: x\r\n', ...rest }: Parts) {
  const head = `${method} /api/v1/vehicles${version}\r\n${host}${credentials(bench.own)}`
  const type = 'Content-Type: application/json\r\n'
  return `${head}${type}${rest.headers}\r\n${rest.body ?? BODY}`
}

async function vehicles(): Promise<unknown> {
  return (await bench.send('GET', '/api/v1/vehicles')).body['count']
}

test.each(Object.entries(malformed))(
  '%s is refused, and nothing after it is read',
  async (_, p) => {
    // What a proxy of another opinion might have let through as the body of the first.
    const smuggled = bytesOf({ headers: LENGTH })
    const answers = answersIn(await sendRaw(bench.url, bytesOf(p) + smuggled))
    expect(answers).toHaveLength(1)
    const [
      { status, headers, body } = { status: 0, headers: new Map<string, string>(), body: '' },
    ] = answers
    expect([status, JSON.parse(body)]).toEqual([400, { detail: 'Requisição inválida.' }])
    expect(headers.get('connection')).toBe('close')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await vehicles()).toBe(0)
  },
)

test('a body that pretends to be a request is a body', async () => {
  const inner = bytesOf({ headers: LENGTH })
  const get =
    `GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n` +
    `Connection: close\r\n\r\n${inner}`
  const answers = answersIn(await sendRaw(bench.url, get))
  expect(answers.map(({ status }) => status)).toEqual([200])
  expect(await vehicles()).toBe(0)
})

test('fields after the last chunk count for nothing', async () => {
  const strange = 'X-Api-Key: svc_live_other\r\nX-Account-Id: other\r\nHost: evil.example\r\n'
  const body = `${HEX}\r\n${BODY}\r\n0\r\n${strange}\r\n`
  const bytes = bytesOf({ headers: `${CHUNKED}Connection: close\r\n`, body })
  const answers = answersIn(await sendRaw(bench.url, bytes))
  expect(answers.map(({ status }) => status)).toEqual([201])
  expect(await vehicles()).toBe(1)
})
