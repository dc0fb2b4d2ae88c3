/**
 * Rows by COPY, the fastest way in and out, in the text form that both engines write and read.
 * pg-copy-streams speaks it: 7.0.0 of 2025, MIT, by pg's authors, no install script.
 */
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import type { PoolClient } from './pool.ts'

/**
 * `sql`: a COPY … FROM STDIN; `rows`: its text, cut anywhere, but in batches of some thousand rows:
 * the embedded engine gathers one COPY before it runs it (COPY_IN_BYTES_MAX). Returns how many rows
 * were stored. When `rows` throws, nothing is stored and that error is thrown.
 */
export async function copyIn(
  client: PoolClient,
  sql: string,
  rows: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
): Promise<number> {
  const copy = client.query(from(sql))
  await pipeline(rows, copy)
  return copy.rowCount
}

/**
 * `sql`: a COPY … TO STDOUT, which begins with the reading. Its text comes cut anywhere; read it
 * all, or end the connection.
 */
export async function* copyOut(client: PoolClient, sql: string): AsyncGenerator<Buffer> {
  yield* client.query(to(sql))
}
