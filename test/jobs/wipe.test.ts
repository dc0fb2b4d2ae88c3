/**
 * The queue's store is emptied again and again while a fleet is worked on: it is a to-do list that
 * the ledger derives anew, so nothing is lost and nothing happens twice.
 */
import { connect } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { startRedis } from '../support/own-redis.ts'
import { openKillWorld, type KillWorld } from './kill/kill-world.ts'
import { verdict } from './kill/verdict.ts'

const WIPES = 25
const VEHICLES = 40
/** Each is wiped while it is on its way to the service. */
const POSTS_BETWEEN = 3
const DEADLOCK = '40P01'
const TEST_MS_MAX = 300_000
const FLOW = ['--order-method', 'pix', '--approve-up-to', '5000', '--json']

/** Empties the store at every third POST; resolves with how often once the run has ended. */
async function runWiped(world: KillWorld, wipe: () => Promise<void>) {
  const fleet = await world.addFleet(VEHICLES)
  let posts = 0
  let wipes = 0
  let wiping = Promise.resolve()
  const stop = world.proxy.watch((phase, { method }) => {
    if (phase !== 'arrived' || method !== 'POST' || wipes >= WIPES) return
    posts += 1
    if (posts % POSTS_BETWEEN !== 0) return
    wipes += 1
    wiping = wiping.then(wipe)
  })
  const ended = await world.runner.run(['reconcile', fleet.file, '--fleet', fleet.name, ...FLOW])
  stop()
  await wiping
  return { ended, wipes }
}

async function expectWhole(world: KillWorld, wipe: () => Promise<void>): Promise<void> {
  const { ended, wipes } = await runWiped(world, wipe)
  expect({ code: ended.code, wipes }).toEqual({ code: 0, wipes: WIPES })
  expect(JSON.parse(ended.stdout)).toMatchObject({ carriedOver: 0, closes: true, stuckJobs: 0 })
  expect(await verdict(world)).toEqual([])
}

describe.runIf(testEngine() === 'postgresql')('the queue emptied in mid-run', () => {
  test(
    `Redis flushed ${WIPES} times`,
    async () => {
      await using redis = await startRedis()
      await using world = await openKillWorld({ REDIS_URL: redis.url })
      await expectWhole(world, () => flush(redis.url))
    },
    TEST_MS_MAX,
  )

  test(
    `the schema of the queue in the database dropped ${WIPES} times`,
    async () => {
      await using world = await openKillWorld({ REDIS_URL: '' })
      const client = new pg.Client({ connectionString: world.runner.databaseUrl })
      await client.connect()
      try {
        await expectWhole(world, async () => {
          await drop(client)
        })
      } finally {
        await client.end()
      }
    },
    TEST_MS_MAX,
  )
})

/** Whoever works on several of its tables at that moment may be chosen to go on first. */
async function drop(client: pg.Client): Promise<void> {
  try {
    await client.query('DROP SCHEMA IF EXISTS bullmq CASCADE')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
    await drop(client)
  }
}

async function flush(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end('FLUSHALL\r\n').resume()
  await once(socket, 'close')
}
