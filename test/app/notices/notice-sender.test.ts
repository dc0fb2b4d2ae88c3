/** Each event is told once to each receiver, whichever processes see it, however often. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger } from '../../../src/app/ledger/open-ledger.ts'
import { personMessage } from '../../../src/app/notices/message.ts'
import { openNotices } from '../../../src/app/notices/notice-sender.ts'
import { openOutput } from '../../../src/cli/output.ts'
import { readConfig } from '../../../src/config.ts'
import type { Run } from '../../../src/ledger/runs/runs.ts'
import { manualClock } from '../../support/clock.ts'
import { folderForFile, forFile } from '../../support/for-file.ts'
import { openHttpReceiver, type HttpReceiver } from '../../support/receivers.ts'

const MINUTE_MS = 60_000

let receiver: HttpReceiver
let env: Record<string, string>
const clock = manualClock()

const dir = await folderForFile('notices')
const secret = join(dir, 'hook')
await writeFile(secret, 'doze laranjas')
const own = { FROTA_DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'silent' }
const output = openOutput({ write: () => undefined }, { json: true, locale: 'en' })
const ledger = await forFile(
  openLedger({ config: readConfig({}, own), name: 'test', output }, 'execute'),
)

beforeEach(async () => {
  await ledger.database.pool.query('truncate frota.fleet, frota.notice cascade')
  receiver = await openHttpReceiver()
  env = {
    ...own,
    FROTA_NOTIFY: `${receiver.url}/hook`,
    FROTA_NOTIFY_SECRET_FILE: secret,
    FROTA_CONSOLE_ORIGIN: 'https://frota.example',
  }
})
afterEach(() => receiver[Symbol.asyncDispose]())

async function runEnded(number: number, agoMs = 0): Promise<void> {
  await ledger.database.pool.query(
    `with fleet as (insert into frota.fleet (name, account_id, created_at)
        values ('sul', '0a0a0a0a-0000-4000-8000-000000000001', now())
        on conflict (name) do update set name = excluded.name returning id)
      insert into frota.run (number, fleet_id, command, holder, simulated, settings, state,
          started_at, ended_at)
        select $1, id, 'nightly', 'host/1/1', false, '{}', 'carried-over', $2, $2 from fleet`,
    [number, new Date(clock.now() - agoMs)],
  )
}

/** What a process does at its end. */
async function tell(): Promise<void> {
  const config = readConfig({}, env)
  const stop = new AbortController().signal
  await using _notices = await openNotices({ config, ledger, clock, stop })
}

test('a run is told once, with its figures and a link, though several processes end at it', async () => {
  await runEnded(7)
  await Promise.all([tell(), tell(), tell()])
  await tell()
  expect(receiver.calls).toHaveLength(1)
  expect(JSON.parse(receiver.calls[0]?.body ?? '')).toMatchObject({
    type: 'run.ended',
    fleet: 'sul',
    title: 'frota: execução 7 de sul: continua depois',
    url: 'https://frota.example/runs/7?fleet=sul',
    facts: { run: 7, state: 'carried-over', members: 0, forPerson: 0 },
  })
})

test('what waits is told beside the run before by its number, or alone where none was told', async () => {
  const config = readConfig({}, env)
  const run = { number: 31, fleetName: 'São José', startedAt: new Date(0), endedAt: null } as Run
  const told = async (forPerson = 2) =>
    personMessage({ run, forPerson }, await ledger.notices.forPersonBefore(run.fleetName), config)
  expect((await told(1)).title).toBe('frota: 1 espera por uma pessoa em São José')
  const first = await told()
  expect(first.text).toBe(
    'Veja em Exceções, no console, ou no terminal: frota status\n\n' +
      'https://frota.example/exceptions?fleet=S%C3%A3o%20Jos%C3%A9',
  )
  expect(first.facts['before']).toBeNull()
  await ledger.notices.add('person 31', ['nobody'], { message: first, at: new Date(clock.now()) })
  expect((await told()).text).toMatch(/^Eram 2 na execução 31\. Veja em Exceções/)
  const one = personMessage({ run: { ...run, number: 32 }, forPerson: 1 }, undefined, config)
  await ledger.notices.add('person 32', ['nobody'], { message: one, at: new Date(clock.now()) })
  expect((await told()).text).toMatch(/^Era 1 na execução 32\. Veja em Exceções/)
})

test('a receiver that fails gets the same notice again after a minute, and then no more', async () => {
  receiver.answers.push(500)
  await runEnded(8)
  await tell()
  await tell()
  expect(receiver.calls).toHaveLength(1)
  await clock.advance(MINUTE_MS + 1)
  await tell()
  await tell()
  expect(receiver.calls).toHaveLength(2)
  const [first, again] = receiver.calls
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(await ledger.notices.trouble(new Date(0))).toMatchObject({ waiting: 0, failed: 0 })
})

test('after six tries a notice is given up, and its failure is there to be told', async () => {
  receiver.answers.push(...Array<number>(9).fill(503))
  await runEnded(9)
  for (let day = 0; day < 9; day += 1) {
    await tell()
    await clock.advance(4 * 60 * MINUTE_MS)
  }
  expect(receiver.calls).toHaveLength(6)
  expect(await ledger.notices.trouble(new Date(0))).toEqual({
    waiting: 0,
    failed: 1,
    why: 'status 503',
  })
})

test('a redirect is not followed and not tried again', async () => {
  receiver.answers.push('redirect')
  await runEnded(10)
  await tell()
  await clock.advance(60 * MINUTE_MS)
  await tell()
  expect(receiver.calls.map(({ path }) => path)).toEqual(['/hook'])
})

test('who is named today is not told of yesterday', async () => {
  await runEnded(11, 24 * 60 * MINUTE_MS)
  await tell()
  expect(receiver.calls).toEqual([])
})

test('a run whose end nobody could tell is told by the next process of the next night', async () => {
  await runEnded(10)
  await tell()
  await clock.advance(24 * 60 * MINUTE_MS)
  await runEnded(11, 16 * 60 * MINUTE_MS)
  await tell()
  expect(receiver.calls.map(({ body }) => body)).toMatchObject([
    expect.stringContaining('"run":10'),
    expect.stringContaining('"run":11'),
  ])
})

test('a webhook without a secret, and mail without a server, end the start', async () => {
  const open = (more: Record<string, string>) => {
    const config = readConfig({}, { ...env, ...more })
    const stop = new AbortController().signal
    return openNotices({ config, ledger, clock, stop })
  }
  await expect(open({ FROTA_NOTIFY_SECRET_FILE: '' })).rejects.toThrow(/FROTA_NOTIFY_SECRET_FILE/)
  await expect(open({ FROTA_NOTIFY_SECRET_FILE: '/nowhere' })).rejects.toThrow(/cannot be read/)
  await expect(open({ FROTA_NOTIFY: 'ana@cliente.example' })).rejects.toThrow(/FROTA_SMTP_URL/)
})
