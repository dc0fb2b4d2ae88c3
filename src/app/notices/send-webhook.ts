/** A webhook, signed as https://www.standardwebhooks.com describes. */
import { createHmac } from 'node:crypto'
import { wallClock } from '../../clock.ts'
import { errorFields } from '../../error-fields.ts'
import type { Receiver } from './message.ts'
import { sendHttp } from './send-http.ts'

const MS = 1_000
/** Of the 4xx, these pass. */
const PASSING = [408, 425, 429]

/** The standard's own secrets are base64 after this; any other text is taken as it is. */
const ENCODED = 'whsec_'

export function openWebhook(url: string, secret: string, limitMs?: number): Receiver['send'] {
  const key = secret.startsWith(ENCODED)
    ? Buffer.from(secret.slice(ENCODED.length), 'base64')
    : Buffer.from(secret)
  return async ({ id, ...message }) => {
    const body = JSON.stringify({ id, ...message })
    const at = String(Math.floor(wallClock.now() / MS))
    const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    }
    try {
      const status = await sendHttp(url, {
        method: 'POST',
        headers,
        body,
        ...(limitMs === undefined ? {} : { limitMs }),
      })
      if (status >= 200 && status < 300) return { isSent: true }
      const isPermanent = status < 500 && !PASSING.includes(status)
      return { isSent: false, why: `status ${status}`, isPermanent }
    } catch (error) {
      // What the network said stands in the cause.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const { code, error: name } = errorFields(cause)
      return { isSent: false, why: String(code ?? name), isPermanent: false }
    }
  }
}
