import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { freePort } from '../support/free-port.ts'
import { listenHere } from '../support/listen-here.ts'

describe('a database server', () => {
  test('that does not answer is named by host and port, never by password', async () => {
    const port = await freePort()
    const refused = openDatabase({ url: `postgresql://frota:s3cret@127.0.0.1:${port}/frota` })
    await expect(refused).rejects.toMatchObject({ code: 'database-unreachable' })
    await expect(refused).rejects.toThrow(`127.0.0.1:${port} does not answer (ECONNREFUSED)`)
    const error = await refused.catch((reason: unknown) => JSON.stringify(reason) + String(reason))
    expect(error).not.toContain('s3cret')
  })

  test('is asked for a limit of each statement when the session begins, if one is given', async () => {
    const asked: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (startup) => {
        asked.push(startup.toString('latin1'))
        socket.destroy()
      })
    })
    await using here = await listenHere(server)
    const url = `postgresql://127.0.0.1:${here.port}/frota`
    await expect(openDatabase({ url, statementMsMax: 2_000 })).rejects.toThrow(String(here.port))
    await expect(openDatabase({ url })).rejects.toThrow(String(here.port))
    expect(asked).toEqual([
      expect.stringContaining('-c statement_timeout=2000'),
      expect.not.stringContaining('statement_timeout'),
    ])
  })

  test('needs an address that is one', async () => {
    for (const url of ['mysql://localhost/frota', 'not an address', '']) {
      await expect(openDatabase({ url })).rejects.toMatchObject({ code: 'configuration' })
    }
  })
})
