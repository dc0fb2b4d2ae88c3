/** `frota schedules` as a person uses it, without a worker. */
import { afterAll, describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { openWorld } from '../support/run-frota.ts'

const USAGE = 2
const world = await openWorld({ FROTA_LOCALE: 'en', FROTA_TIME_ZONE: 'America/New_York' })
afterAll(() => world[Symbol.asyncDispose]())

interface Shown {
  name: string
  zone: string
  paused: boolean
  next: string[]
}

async function list(...args: string[]): Promise<Shown[]> {
  return (await world.json(['schedules', 'list', ...args]))['schedules'] as Shown[]
}

test('an installation begins with nightly, from 20:00 to 06:00 in its zone', async () => {
  const [nightly, ...others] = await list('--next', '40')
  expect(others).toEqual([])
  expect(nightly).toMatchObject({
    name: 'nightly',
    cron: '0 20 * * *',
    zone: 'America/New_York',
    until: '06:00',
    fleets: null,
    overlap: 'skip',
    catchUp: 'none',
    paused: false,
    last: null,
  })
  expect(nightly?.next).toHaveLength(40)
  const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO('America/New_York')
  expect(new Set(nightly?.next.map((at) => local(at).hour))).toEqual(new Set([20]))
})

test('one is added, paused, resumed and removed', async () => {
  const when = ['--cron', ' 0  8 * * 6', '--for', '100s', '--zone', 'America/Sao_Paulo']
  const policies = ['--overlap', 'queue-one', '--catch-up', 'collapse']
  const added = await world.json(['schedules', 'add', 'weekend', ...when, ...policies])
  expect(added).toMatchObject({
    name: 'weekend',
    cron: '0 8 * * 6',
    zone: 'America/Sao_Paulo',
    forSeconds: 100,
    until: null,
    overlap: 'queue-one',
    catchUp: 'collapse',
  })
  expect(added['next']).toHaveLength(3)
  expect(await world.json(['schedules', 'pause', 'weekend'])).toMatchObject({
    paused: true,
    next: [],
  })
  const { stdout } = await world.run(['schedules'])
  expect(stdout).toMatch(/weekend {2}0 8 \* \* 6 for 1 min 40 s {2}America\/Sao_Paulo/)
  expect(stdout).toMatch(/next +paused/)
  expect(await world.json(['schedules', 'resume', 'weekend'])).toMatchObject({ paused: false })
  expect(await world.json(['schedules', 'remove', 'weekend'])).toEqual({ removed: 'weekend' })
  expect((await list()).map(({ name }) => name)).toEqual(['nightly'])
})

describe('what is wrong is refused with the cure', () => {
  const add = ['add', 'x', '--cron']
  test.each([
    [[...add, '0 25 * * *'], /the hour \(0-23\) cannot be "25"; for example "0 20 \* \* 1-5"/],
    [[...add, '0 20 * *'], /give five fields/],
    [[...add, '0 20 * * *', '--zone', 'Mars/X'], /--zone "Mars\/X": give a time zone, such as/],
    [[...add, '0 20 * * *', '--until', '25:00'], /--until 25:00: give a time such as 05:30/],
    [[...add, '0 20 * * *', '--until', '06:00', '--for', '6h'], /give --until or --for, not both/],
    [[...add, '0 20 * * *', '--for', '6 weeks'], /--for 6 weeks: give a duration/],
    [[...add, '0 20 * * *', '--overlap', 'twice'], /--overlap "twice": use skip or queue-one/],
    [[...add, '0 20 * * *', '--fleets', 'nobody'], /No file was imported for the fleet "nobody"/],
    [['add', 'a b', '--cron', '0 20 * * *'], /a name has up to 40 letters/],
    [['add', 'nightly', '--cron', '0 20 * * *'], /"nightly" exists; remove it first/],
    [['add', 'x'], /--cron is missing; for example/],
    [['add'], /Write: frota schedules add/],
    [['pause', 'nope'], /There is no schedule "nope"\. There are: "nightly"/],
    [['remove', 'nope'], /There is no schedule "nope"/],
    [['list', '--next', '0'], /--next: give a number from 1 to 100/],
  ])('%j', async (args, says) => {
    const { code, stdout, stderr } = await world.run(['schedules', ...args])
    expect({ code, stdout }).toEqual({ code: USAGE, stdout: '' })
    expect(stderr).toMatch(/^frota: /)
    expect(stderr).toMatch(says)
  })
})

test('a worker without a service says so instead of rehearsing', async () => {
  const { code, stdout, stderr } = await world.run(['worker'])
  expect({ code, stdout }).toEqual({ code: USAGE, stdout: '' })
  expect(stderr).toMatch(/set FROTA_API_URL.*--simulated/)
})

test('a worker whose credential is missing says so at its start', async () => {
  const env = { FROTA_API_URL: 'http://127.0.0.1:9' }
  const { code, stderr } = await world.run(['worker'], { env })
  expect(code).toBe(USAGE)
  expect(stderr).toMatch(/FROTA_API_KEY_FILE/)
})
