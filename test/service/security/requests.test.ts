/** What a request may be: the type, form and size of its body, and its method. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { newVehicle, register } from '../support/fleet.ts'
import { openBench } from '../support/open-service.ts'
import { answersIn, credentials, sendRaw } from './raw-bytes.ts'
import { forFile } from '../../support/for-file.ts'

const BODY_BYTES_MAX = 64 * 1024
const CLOSE = 'Connection: close\r\n'

const bench = await forFile(openBench())
for (const number of [1, 2, 3]) await register(bench, number)

async function vehicles(): Promise<unknown> {
  return (await bench.send('GET', '/api/v1/vehicles')).body['count']
}

/** A good vehicle but for its size, which white space makes up. */
function sized(bytes: number): string {
  const text = JSON.stringify(newVehicle(10))
  return text + ' '.repeat(bytes - text.length)
}

interface Posted {
  readonly type?: string
  readonly headers: string
  readonly body: string
}

async function post({ type = 'application/json', headers, body }: Posted) {
  const head = `POST /api/v1/vehicles HTTP/1.1\r\nHost: x\r\n${credentials(bench.own)}${CLOSE}`
  const typed = type === '' ? '' : `Content-Type: ${type}\r\n`
  const text = await sendRaw(bench.url, `${head}${typed}${headers}\r\n${body}`)
  return answersIn(text).at(-1) ?? { status: 0, headers: new Map(), body: text }
}

const lengthOf = (body: string): string => `Content-Length: ${body.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const chunksOf = (body: string, size: number): string => {
  const pieces = body.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
  return `${chunks.join('')}0\r\n\r\n`
}

describe('a body', () => {
  test('of one byte more than 64 KB is 413, announced or not, and creates nothing', async () => {
    const body = sized(BODY_BYTES_MAX + 1)
    for (const sent of [
      { headers: lengthOf(body), body },
      { headers: CHUNKED, body: chunksOf(body, 40_000) },
      { headers: CHUNKED, body: chunksOf(body, 1_000) },
    ]) {
      const answer = await post(sent)
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
      expect(JSON.parse(answer.body)).toEqual({ detail: 'Corpo da requisição grande demais.' })
    }
    expect(await vehicles()).toBe(3)
  })

  test('of just 64 KB is read, announced or not', async () => {
    const body = sized(BODY_BYTES_MAX)
    const first = await post({ headers: lengthOf(body), body })
    const second = await post({ headers: CHUNKED, body: chunksOf(body, 5_000) })
    expect([first.status, second.status]).toEqual([201, 409])
  })

  const packed = gzipSync(JSON.stringify(newVehicle(11))).toString('latin1')
  test.each(['gzip', 'deflate', 'br', 'zstd', 'GZIP', 'x-gzip', 'gzip, gzip', 'identity, gzip'])(
    'that is packed as %s is 415, and is not unpacked',
    async (encoding) => {
      const headers = `Content-Encoding: ${encoding}\r\n${lengthOf(packed)}`
      const answer = await post({ headers, body: packed })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        415,
        { detail: 'Tipo de conteúdo não aceito: envie application/json, sem compressão.' },
      ])
    },
  )

  test.each([
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/jsonp',
    'application/vnd.api+json',
    'application/xml',
    'application',
    '*/*',
    'text/plain, application/json',
    'application/json, text/plain',
    'application/json/x',
    ';',
  ])('of the type "%s" is 415', async (type) => {
    const body = JSON.stringify(newVehicle(12))
    const answer = await post({ type, headers: lengthOf(body), body })
    expect([type, answer.status]).toEqual([type, 415])
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;a="b"'])(
    'of the type %s is JSON',
    async (type) => {
      const body = '{}'
      expect((await post({ type, headers: lengthOf(body), body })).status).toBe(400)
    },
  )

  test('of no bytes is none, whatever type is named', async () => {
    const type = 'application/x-www-form-urlencoded'
    const answer = await post({ type, headers: lengthOf(''), body: '' })
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('detail')])
  })

  test('is sent for when its sender waits for leave, once only', async () => {
    const body = JSON.stringify(newVehicle(13))
    const headers = `Expect: 100-continue\r\n${lengthOf(body)}`
    const head = `POST /api/v1/vehicles HTTP/1.1\r\nHost: x\r\n${credentials(bench.own)}${CLOSE}`
    const bytes = `${head}Content-Type: application/json\r\n${headers}\r\n${body}`
    const text = await sendRaw(bench.url, bytes)
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
    const odd = await post({ headers: `Expect: nothing\r\n${lengthOf(body)}`, body })
    expect([odd.status, odd.headers.get('connection')]).toEqual([417, 'close'])
  })
})

describe('a method', () => {
  const statusOf = async (method: string, path: string, more = ''): Promise<unknown> => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${credentials(bench.own)}${CLOSE}`
    const text = await sendRaw(bench.url, `${head}${more}\r\n`)
    return text === '' ? 'closed' : Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
  }

  test.each(['TRACE', 'PUT', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE', 'LINK', 'OPTIONS'])(
    '%s is taken nowhere',
    async (method) => {
      const paths = ['/api/v1/vehicles', '/health', '/docs', '/sandbox', '/openapi.json']
      for (const path of paths) expect([path, await statusOf(method, path)]).toEqual([path, 405])
      expect(await statusOf(method, '/nothing')).toBe(404)
    },
  )

  test('that would make a tunnel of the connection ends it', async () => {
    for (const target of ['evil.example:443', '127.0.0.1:5432', '/health']) {
      expect(await statusOf('CONNECT', target)).toBe('closed')
    }
    const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Key: AA==\r\n'
    expect(await statusOf('GET', '/health', upgrade)).toBe(200)
  })

  test('is not changed by a header', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      await statusOf('GET', '/api/v1/vehicles', `${name}: DELETE\r\n`)
      expect(await statusOf('POST', '/health', `${name}: GET\r\nContent-Length: 0\r\n`)).toBe(405)
    }
  })
})
