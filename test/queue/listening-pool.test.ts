/** One listening session for all queues, whatever BullMQ asks of the pool. */
import { expect, test } from 'vitest'
import { listeningPool, type QueuePool } from '../../src/queue/listening-pool.ts'

const LISTEN = '-- Subscribe.\n-- No parameters.\nLISTEN bullmq_jobs;\n'

class FakeSession {
  readonly #listeners: { event: string; listener: (told: never) => void }[] = []
  readonly asked: string[] = []
  destroyed: boolean | undefined

  async query(text: string): Promise<{ rows: never[] }> {
    this.asked.push(text)
    return Promise.resolve({ rows: [] })
  }

  on(event: string, listener: (told: never) => void): void {
    this.#listeners.push({ event, listener })
  }

  emit(event: string, told: unknown): void {
    for (const { listener } of this.#listeners.filter((each) => each.event === event)) {
      Reflect.apply(listener, undefined, [told])
    }
  }

  release(destroy?: boolean): void {
    this.destroyed = destroy
  }
}

function setting() {
  const sessions: FakeSession[] = []
  const asked: string[] = []
  let refusals = 0
  const pool: QueuePool = {
    query: (text) => {
      asked.push(text)
      return Promise.resolve({ rows: [] })
    },
    connect: () => {
      refusals -= 1
      if (refusals >= 0) return Promise.reject(new Error('the server is starting'))
      const session = new FakeSession()
      sessions.push(session)
      return Promise.resolve(session)
    },
  }
  const refuse = (times: number): void => {
    refusals = times
  }
  return { facade: listeningPool(pool), sessions, asked, refuse }
}

test('many listeners share one session and are all told', async () => {
  const { facade, sessions, asked } = setting()
  const standIns = await Promise.all([1, 2, 3].map(() => facade.connect()))
  await Promise.all(standIns.map((standIn) => standIn.query(LISTEN)))
  expect(sessions).toHaveLength(1)
  expect(sessions[0]?.asked).toEqual([LISTEN])
  expect(asked).toEqual([])
  const told: number[] = []
  for (const [at, standIn] of standIns.entries()) standIn.on('notification', () => told.push(at))
  sessions[0]?.emit('notification', { channel: 'bullmq_jobs', payload: 'q' })
  expect(told).toEqual([0, 1, 2])
})

test('what is not LISTEN goes to the pool; naming a session is left out', async () => {
  const { facade, sessions, asked } = setting()
  const standIn = await facade.connect()
  await standIn.query('SELECT 1')
  await standIn.query(`SELECT set_config('application_name', $1, false)`, ['x'])
  expect(asked).toEqual(['SELECT 1'])
  expect(sessions).toHaveLength(0)
})

test('a session that breaks is destroyed, and its listeners get a new one', async () => {
  const { facade, sessions } = setting()
  const standIn = await facade.connect()
  const errors: Error[] = []
  standIn.on('error', (error) => errors.push(error))
  await standIn.query(LISTEN)
  sessions[0]?.emit('error', new Error('terminated'))
  expect(errors.map(({ message }) => message)).toEqual(['terminated'])
  expect(sessions[0]?.destroyed).toBe(true)
  await standIn.query(LISTEN)
  expect(sessions[1]?.asked).toEqual([LISTEN])
})

test('a LISTEN that failed is tried again by the next who asks', async () => {
  const { facade, sessions, refuse } = setting()
  const standIn = await facade.connect()
  refuse(1)
  await expect(standIn.query(LISTEN)).rejects.toThrow('the server is starting')
  await standIn.query(LISTEN)
  expect(sessions).toHaveLength(1)
})

test('closing destroys the session, so that nobody else receives our notifications', async () => {
  const { facade, sessions } = setting()
  const standIn = await facade.connect()
  await standIn.query(LISTEN)
  await facade.close()
  expect(sessions[0]?.destroyed).toBe(true)
})

test('a stand-in that was released is told nothing', async () => {
  const { facade, sessions } = setting()
  const standIn = await facade.connect()
  let told = 0
  standIn.on('notification', () => {
    told += 1
  })
  await standIn.query(LISTEN)
  standIn.release()
  sessions[0]?.emit('notification', { channel: 'bullmq_jobs' })
  expect(told).toBe(0)
})
