/** A mail of plain text by SMTP: with TLS, but to a server on this machine. */
import { createTransport } from 'nodemailer'
import { fieldsOf } from '../../fields.ts'
import { errorFields } from '../../error-fields.ts'
import { LOOPBACK } from '../loopback.ts'
import type { Receiver } from './message.ts'

interface Mailing {
  /** smtp:// upgrades by STARTTLS, smtps:// begins with TLS; a user's name may be in it. */
  readonly url: string
  readonly from: string
  readonly to: string
  readonly password: string | undefined
}

const STEP_MS_MAX = 10_000
const PERMANENT_FROM = 500

export function openMail({ url, from, to, password }: Mailing): Receiver['send'] {
  const { protocol, hostname, port, username } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const host = hostname.replaceAll(/[[\]]/g, '')
  const transport = createTransport({
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !LOOPBACK.includes(host),
    ignoreTLS: LOOPBACK.includes(host) && !isSecure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: password ?? '' } }),
    connectionTimeout: STEP_MS_MAX,
    greetingTimeout: STEP_MS_MAX,
    socketTimeout: STEP_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, title, text }) => {
    try {
      const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
      await transport.sendMail({ from, to, subject: title, text, messageId })
      return { isSent: true }
    } catch (error) {
      const { responseCode } = fieldsOf(error)
      const status = typeof responseCode === 'number' ? responseCode : undefined
      const { code, error: name } = errorFields(error)
      // The library gives one code to every failed connection, and only its text tells this one apart.
      const isUntrusted = error instanceof Error && error.message.includes('certificate')
      const unsent = isUntrusted ? 'certificate not trusted' : String(code ?? name)
      const why = status === undefined ? unsent : `status ${status}`
      return { isSent: false, why, isPermanent: (status ?? 0) >= PERMANENT_FROM }
    }
  }
}
