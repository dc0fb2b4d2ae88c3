/** A data directory has one owner: what the pages say and do beside another, and at a stop. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { openTestConsole } from './open-console.ts'

/** Of one vehicle: its run is hardly longer than a run of nothing. */
const ONE = new Blob(['plate,renavam,uf,owner_document\nZZN1A11,02837517024,SP,52998224725\n'])

test('beside another owner the pages read, and a start waits until it ends or is withdrawn', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' }, { keepsEngine: false })
  await pages.start(await pages.verdictOf(ONE))
  // The pages can be read at every event of a run.
  for await (const _ of pages.events()) expect((await pages.get('/runs')).status).toBe(200)
  const { dataDir } = pages
  const current = async (): Promise<string> => pages.text('/runs/current')
  let events: AsyncGenerator
  {
    await using holder = await openDatabase({ dataDir, command: 'frota nightly' })
    expect(await pages.text('/runs')).toContain('href="/runs/1"')
    expect((await pages.get('/runs/1/files/debts.csv')).status).toBe(200)
    await pages.start(await pages.verdictOf('small.csv'))
    expect(await current()).toContain('another program works with this data')
    expect(await current()).toContain('Withdraw what waits')
    await pages.send('/runs/current/withdraw')
    expect(await current()).toContain('It was stopped before it began')
    await pages.start(await pages.verdictOf(ONE))
    expect(holder.engine).toBe('pglite')
    events = pages.events()
    await events.next()
  }
  await Array.fromAsync(events)
  // Nothing of what was withdrawn has begun.
  expect((await pages.get('/runs/current')).headers.get('location')).toBe('/runs/2')
})

test('a stop ends the run in order and waits for no upload; started again, the console goes on', async () => {
  const slow = { FROTA_TEST_SCALE: '1', FROTA_LOCALE: 'en' }
  await using first = await openTestConsole(slow)
  // At this pace a question takes seconds, so a few vehicles are still asked when the stop comes.
  const lines = (await readFile('fixtures/fleets/small.csv', 'utf8')).split('\n')
  await first.start(await first.verdictOf(new Blob([lines.slice(0, 7).join('\n')])))
  for await (const { data } of first.events()) {
    if (data.includes('data-stage="consult"')) break
  }
  const socket = connect(first.port, '127.0.0.1')
  const head =
    `POST /uploads HTTP/1.1\r\nHost: 127.0.0.1:${first.port}\r\nCookie: ${first.cookie}\r\n` +
    'Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
    'Content-Length: 1000\r\n\r\n--x\r\n'
  socket.write(head)
  await once(socket, 'connect')
  // A page that is answered later shows that the head before it has arrived.
  await first.get('/')
  await first.stop()
  if (!socket.closed) await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
  await expect(fetch(first.origin)).rejects.toThrow('fetch failed')
  const { dataDir, reportsDir } = first
  const dirs = { FROTA_DATA_DIR: dataDir, FROTA_REPORTS_DIR: reportsDir }
  await using second = await openTestConsole({ ...dirs, FROTA_LOCALE: 'en' })
  await Array.fromAsync(second.events())
  expect((await second.get('/runs/current')).headers.get('location')).toBe('/runs/2')
  expect(await second.text('/runs/2')).toContain('data-state="done"')
  expect(await second.text('/runs/1')).toContain('data-state="stopped"')
  expect((await second.get('/runs/1/files/debts.csv')).status).toBe(200)
})
