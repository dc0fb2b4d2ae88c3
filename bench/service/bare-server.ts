/**
 * A process that serves what a service can do at the very least: Fastify with a schema and one
 * query by primary key. It prints one line of JSON when it listens.
 */
import Fastify from 'fastify'
import { openTestDatabase } from '../../test/support/database.ts'
import { fieldsOf } from '../../src/fields.ts'

const database = await openTestDatabase()
const { pool } = database
await pool.query('create table service.thing (id uuid primary key, body jsonb not null)')
const id = '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e'
const body = fieldsOf(JSON.parse(process.argv[2] ?? '{}'))
await pool.query('insert into service.thing values ($1, $2)', [id, JSON.stringify(body)])

const text = { type: 'string' }
const properties = Object.fromEntries(Object.keys(body).map((name) => [name, {}]))
const app = Fastify({ logger: false })
app.get<{ Params: { id: string } }>(
  '/things/:id',
  {
    schema: {
      params: { type: 'object', properties: { id: text }, required: ['id'] },
      response: { 200: { type: 'object', properties } },
    },
  },
  async (request, reply) => {
    const { rows } = await pool.query('select body from service.thing where id = $1', [
      request.params.id,
    ])
    const [found] = rows
    return found === undefined ? reply.code(404).send({}) : fieldsOf(found)['body']
  },
)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url, path: `/things/${id}` })}\n`)

process.stdin.resume()
process.stdin.on('end', () => {
  void app.close().then(() => database.close())
})
