/** What a person reads of a database's errors, over a server that sends each of them. */
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { FailingClient } from '../../src/database/failing-client.ts'
import { openServer } from '../../src/database/open-server.ts'
import { buildPools } from '../../src/database/pool.ts'
import { listenHere } from '../support/listen-here.ts'

/** Of the protocol: a type, the length with itself, the body. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1')
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length + 4)
  return Buffer.concat([Buffer.from(type), length, bytes])
}

const refusal = (code: string, words = 'no'): Buffer =>
  message('E', `SFATAL\0C${code}\0M${words}\0\0`)
const READY = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])

/** `answers`: what each message of a session is answered with; 'end' closes it. */
async function openFake(answers: readonly (Buffer | 'end')[]) {
  const server = createServer((socket) => {
    let at = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const answer = answers[at++] ?? 'end'
      if (answer === 'end') socket.destroy()
      else socket.write(answer)
    })
  })
  const here = await listenHere(server)
  const place = `127.0.0.1:${here.port}`
  return { ...here, place, url: `postgres://frota@${place}/frota` }
}

const SCRAM = [message('R', '\0\0\0\nSCRAM-SHA-256\0\0'), message('R', '\0\0\0\vr=x,s=eA==,i=4096')]

test.each([
  ['a wrong password', [refusal('28P01')], /refused the user or the password: correct/],
  ['a user that may not connect', [refusal('28000')], /pg_hba\.conf/],
  ['a missing database', [refusal('3D000')], /createdb/],
  ['no connection left', [refusal('53300')], /raise max_connections, or use fewer workers/],
  ['a server that starts', [refusal('57P03')], /is starting or stopping\. Wait/],
  [
    'a full disk',
    [refusal('XX000', 'could not write init file')],
    /refuses the connection \(could not write init file, XX000\): .*disk space/,
  ],
  ['a password that is missing', SCRAM, /asks for a password: put it into DATABASE_URL/],
  ['a server that hangs up', [], /does not answer \(.+\)\. Start it/],
] as const)('at the start, %s is told with its own cure', async (_what, answers, said) => {
  await using server = await openFake(answers)
  const refused = openServer(server.url)
  await expect(refused).rejects.toMatchObject({ code: 'database-unreachable' })
  await expect(refused).rejects.toThrow(said)
  await expect(refused).rejects.toThrow(`The database at ${server.place} `)
})

test.each([
  ['a missing right', refusal('42501', 'permission denied for table lease'), /table lease.*GRANT/],
  ['a standby', refusal('25006'), /read-only.*primary server/],
  ['a server that stops', refusal('57P01'), /does not answer any more/],
  ['a connection that breaks', 'end', /does not answer any more/],
] as const)('%s in an open session is no unexpected error', async (_what, answer, said) => {
  await using server = await openFake([READY, answer])
  const { pool, queuePool } = buildPools({ connectionString: server.url }, () => '')
  const lost = pool.query('select 1')
  await expect(lost).rejects.toMatchObject({ code: 'database-unreachable' })
  await expect(lost).rejects.toThrow(said)
  await Promise.all([pool.end(), queuePool.end()])
})

test('a password that changed is told to whoever connects again as it is at the start', async () => {
  await using server = await openFake([refusal('28P01')])
  const { pool, queuePool } = buildPools({ connectionString: server.url }, () => '')
  await expect(pool.connect()).rejects.toThrow(/refused the user or the password/)
  await Promise.all([pool.end(), queuePool.end()])
})

test('a server that is silent while a connection is made does not answer', async () => {
  await using server = await openFake([Buffer.alloc(0)])
  const settings = { connectionString: server.url, connectionTimeoutMillis: 20 }
  const { pool, queuePool } = buildPools(settings, () => '')
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'database-unreachable' })
  await expect(pool.connect()).rejects.toMatchObject({ code: 'database-unreachable' })
  await Promise.all([pool.end(), queuePool.end()])
})

test('an answer that never comes ends the connection, and what was to undo its transaction', async () => {
  await using server = await openFake([READY, Buffer.alloc(0)])
  const settings = { connectionString: server.url, answerMsMax: 20 }
  const { pool, queuePool } = buildPools(settings, () => '')
  const client = await pool.connect()
  for (const statement of ['select 1', 'rollback']) {
    const lost = client.query(statement)
    await expect(lost).rejects.toMatchObject({ code: 'database-unreachable' })
  }
  client.release()
  expect(pool.totalCount).toBe(0)
  await Promise.all([pool.end(), queuePool.end()])
})

test('a socket that its owner has taken away is a database that does not answer', async () => {
  const client = new FailingClient({ host: '/nowhere', user: 'frota', database: 'frota' })
  await expect(client.connect()).rejects.toMatchObject({ code: 'database-unreachable' })
})
