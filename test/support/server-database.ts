/** A database of its own on the server of DATABASE_URL, dropped with its world. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface ServerDatabase extends AsyncDisposable {
  readonly url: string
}

export async function createServerDatabase(): Promise<ServerDatabase> {
  const url = process.env['DATABASE_URL']
  if (url === undefined) throw new Error('FROTA_TEST_ENGINE=postgresql needs DATABASE_URL.')
  const name = `frota_test_${randomUUID().replaceAll('-', '')}`
  await administer(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    [Symbol.asyncDispose]: () => administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
