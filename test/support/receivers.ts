/** Those who are told, as real servers on loopback: one of webhooks and pings, one of mail. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { ServerIdentity } from './certificates.ts'
import { listenHere } from './listen-here.ts'

export interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpReceiver extends AsyncDisposable {
  readonly url: string
  readonly calls: readonly Call[]
  /** How the next calls are answered, one after the other; then 204. */
  readonly answers: (number | 'never' | 'redirect')[]
}

export async function openHttpReceiver(): Promise<HttpReceiver> {
  const calls: Call[] = []
  const answers: HttpReceiver['answers'] = []
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      calls.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = answers.shift() ?? 204
      if (answer === 'never') return
      if (answer === 'redirect') reply.writeHead(302, { location: '/elsewhere' }).end()
      else reply.writeHead(answer).end('x'.repeat(100_000))
    })
  })
  return { ...(await listenHere(server)), calls, answers }
}

export interface Mail {
  readonly user: string | undefined
  readonly isEncrypted: boolean
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text as they came. */
  readonly source: string
}

export interface SmtpReceiver extends AsyncDisposable {
  readonly port: number
  readonly mails: readonly Mail[]
  /** How often somebody gave a password. */
  attempts(): number
  /** Codes with which the next mails are refused; then they are accepted. */
  readonly refusals: number[]
}

interface SmtpTls {
  readonly tls?: 'none' | 'STARTTLS' | 'TLS'
  readonly address?: string
  /** Absent: a certificate that nobody vouches for. */
  readonly identity?: ServerIdentity
}

/** Accepts one user with one password. */
export async function openSmtpReceiver(
  password: string,
  { tls = 'none', address: on = '127.0.0.1', identity }: SmtpTls = {},
): Promise<SmtpReceiver> {
  const mails: Mail[] = []
  const refusals: number[] = []
  let attempts = 0
  const server = new SMTPServer({
    ...identity,
    secure: tls === 'TLS',
    authOptional: true,
    allowInsecureAuth: tls === 'none',
    hideSTARTTLS: tls !== 'STARTTLS',
    logger: false,
    onAuth: ({ username, password: given }, _session, callback) => {
      attempts += 1
      if (given === password) callback(null, { user: username ?? '' })
      else callback(new Error('wrong password'))
    },
    onData: (stream, { envelope, user, secure }, callback) => {
      void text(stream).then((source) => {
        const responseCode = refusals.shift()
        if (responseCode !== undefined) {
          return callback(Object.assign(new Error('refused'), { responseCode }))
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ user: user?.toString(), isEncrypted: secure, from, to, source })
        callback()
      })
    },
  })
  // A client that turns away from the certificate is an error of the server, which goes on.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, on, resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    attempts: () => attempts,
    refusals,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
