/** A job that throws is logged with its work's id and the place in the code, and no more. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { startJobs, Trouble } from '../../src/app/run/run-trouble.ts'
import { openLog } from '../../src/log.ts'
import type { Queue, QueueEvents } from '../../src/queue/queue.ts'

test('a failed job leaves its kind, id, code and frames, and not the message of a library', async () => {
  const lines = new PassThrough({ encoding: 'utf8' })
  let events: QueueEvents | undefined
  const start: Queue['start'] = async (_kinds, given) => void (events = given)
  await startJobs(
    { log: openLog('info', lines), queue: { start } },
    [],
    new Trouble(() => undefined),
  )
  const error = Object.assign(new Error('value "52998224725" is out of range'), { code: '22003' })
  error.stack = `Error: ${error.message}\n    at parse (/x/node_modules/pg/lib/client.js:1:2)`
  events?.failed('consult-vehicles', 'consult-7-1', error)
  expect(JSON.parse(String(lines.read()))).toEqual({
    level: 'error',
    time: expect.any(String),
    kind: 'consult-vehicles',
    work: 'consult-7-1',
    error: 'Error',
    code: '22003',
    stack: 'at parse (node_modules/pg/lib/client.js:1:2)',
    msg: 'job failed',
  })
})
