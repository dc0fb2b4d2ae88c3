/** Mail to a server that is not on loopback's own address leaves by STARTTLS or TLS, or not at all. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { makeAuthority, type ServerIdentity } from '../../support/certificates.ts'
import { openSmtpReceiver, type SmtpReceiver } from '../../support/receivers.ts'
import { folderForFile } from '../../support/for-file.ts'

const PASSWORD = 'doze laranjas'
/** This machine, by an address of its own network that frota does not know as loopback. */
const ADDRESS = '127.0.0.2'
const SENDER = fileURLToPath(new URL('mail-process.ts', import.meta.url))
const UNTRUSTED = { isSent: false, why: 'certificate not trusted', isPermanent: false }

const dir = await folderForFile('mail')
let trusted: string
const authority = makeAuthority()
beforeAll(async () => {
  trusted = join(dir, 'authority.pem')
  await writeFile(trusted, authority.cert)
})

async function send(scheme: string, { port }: SmtpReceiver, trusting = trusted): Promise<unknown> {
  const { NODE_EXTRA_CA_CERTS: _, ...others } = process.env
  const env = trusting === '' ? others : { ...others, NODE_EXTRA_CA_CERTS: trusting }
  const url = `${scheme}://frota@${ADDRESS}:${port}`
  const { stdout } = await promisify(execFile)(process.execPath, [SENDER, url, PASSWORD], { env })
  return JSON.parse(stdout)
}

const openServer = (tls: 'none' | 'STARTTLS' | 'TLS', identity?: ServerIdentity) =>
  openSmtpReceiver(PASSWORD, { tls, address: ADDRESS, ...(identity && { identity }) })

test.each([
  ['smtp', 'STARTTLS'],
  ['smtps', 'TLS'],
] as const)(
  'by %s:// the password and the mail go by %s to a server that the own authority vouches for',
  async (scheme, tls) => {
    await using server = await openServer(tls, authority.issue(ADDRESS))
    expect(await send(scheme, server)).toEqual({ isSent: true })
    expect(server.mails).toMatchObject([{ user: 'frota', isEncrypted: true }])
  },
)

test('without the authority neither the password nor the mail leaves', async () => {
  await using server = await openServer('STARTTLS', authority.issue(ADDRESS))
  expect(await send('smtp', server, '')).toEqual(UNTRUSTED)
  expect([server.mails, server.attempts()]).toEqual([[], 0])
})

test('a certificate of another address is not trusted', async () => {
  await using server = await openServer('STARTTLS', authority.issue('127.0.0.3'))
  expect(await send('smtp', server)).toEqual(UNTRUSTED)
  expect([server.mails, server.attempts()]).toEqual([[], 0])
})

test('a server elsewhere that offers no STARTTLS gets neither the password nor the mail', async () => {
  await using server = await openServer('none')
  expect(await send('smtp', server)).toMatchObject({ isSent: false, isPermanent: false })
  expect([server.mails, server.attempts()]).toEqual([[], 0])
})
