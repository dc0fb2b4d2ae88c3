/** A database that is away or too busy makes a 503, and not a bug that somebody must look into. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { detail } from '../../src/contract/problem.ts'
import { openApp } from '../../src/web/open-app.ts'

let app: FastifyInstance
beforeEach(() => {
  app = openApp({ words: detail })
  app.get('/:code', (request) => {
    const { code } = Object(request.params) as { code: string }
    throw Object.assign(new Error('of the database'), { code })
  })
})
afterEach(() => app.close())

// A statement that took too long, a server that refuses or does not answer.
test.each(['57014', 'database-unreachable', 'ECONNREFUSED'])('%s is a 503', async (code) => {
  const answer = await app.inject(`/${code}`)
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ detail: detail.unavailable })
})

test('any other error is a 500', async () => {
  const answer = await app.inject('/42P01')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ detail: detail.internal })
})
