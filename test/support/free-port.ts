/** A port of loopback on which nobody listens any more. */
import { createServer } from 'node:net'
import { listenHere } from './listen-here.ts'

export async function freePort(): Promise<number> {
  await using here = await listenHere(createServer())
  return here.port
}
