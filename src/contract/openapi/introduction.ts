/** The document's `info.description`: what an integrator must know before the first call. */
import { API_KEY_PREFIX } from '../headers.ts'
import { CONSULTATIONS_PER_HOUR, ORDER_REQUESTS_PER_HOUR, PAGE_SIZE_MAX } from '../limits.ts'

/** Must equal `bodyBytesMax` of src/web/web-limits.ts; a test compares the two. */
export const BODY_BYTES_TOLD = '65,536 bytes'

/** Markdown, which the page at /docs renders. */
export const introduction = `
Looks up the debts of vehicles (yearly tax, licensing, fines and more) and charges for the
chosen ones by Pix, boleto or credit card. After the payment it follows the settlement at the
authority of the state.

## The flow

1. Send the API key of the brand with every call, and the account that the call is about.
2. \`POST /api/v1/vehicles\` registers a vehicle.
3. \`POST /api/v1/vehicles/{vehicle_id}/consultations\` asks for its debts and answers at once
   with \`status\` \`pending\`.
4. \`GET /api/v1/consultations/{consultation_id}\` every few seconds, until \`status\` is
   \`ready\` (the debts stand in \`items\`) or \`failed\` (the \`error_\` fields say why). Give
   up after a time of your own; the consultation can still be read later.
5. \`POST /api/v1/checkout/preview\` tells what chosen items would cost; nothing is recorded.
6. \`POST /api/v1/orders\` with the ids of items whose \`is_payable\` is true, and a method.
7. Pay: show \`latest_attempt.pix_copy_paste\` or \`boleto_line\` to the payer, or send
   \`POST /api/v1/orders/{order_id}/pay-card\`.
8. \`GET /api/v1/orders/{order_id}\` follows the payment and then the settlement, until
   \`status\` is \`settled\`, \`expired\`, \`failed\` or \`refunded\`. There are no events and
   no callbacks.

## Who calls and for whom

- The key starts with \`${API_KEY_PREFIX}\` and goes into \`X-Api-Key\`, or into
  \`Authorization\` as \`Bearer\` with the same key. One of the two is enough; two that differ
  are refused with 401.
- \`X-Account-Id\` is the uuid of the end customer's account. Only health, coverage and
  limits need none.
- An object of another account reads exactly like one that does not exist: 404.
- A revoked key fails on the next call. Put the new key into use before the old one is revoked.
- Keep the key on a server. A page may call from a browser only when its origin is on the
  operator's list (CORS, exact origins, no wildcard); otherwise the browser withholds the
  answer.

## Limits

- **${CONSULTATIONS_PER_HOUR} consultations per hour** and credential: \`POST …/consultations\`.
- **${ORDER_REQUESTS_PER_HOUR} requests per hour** and credential, counted together:
  \`POST /api/v1/orders\` and \`POST …/pay-card\`.
- Beyond them the answer is 429 with \`Retry-After\` in whole seconds; nothing was done. The
  window is a rolling hour unless the operator chose otherwise.
- A request that is refused after key, account and form were right (404, 409, 422) may count as
  well.
- An address that keeps calling without a valid key is answered 429 with \`Retry-After\` too.
- Everything else is not counted: reads, previews, another Pix code, simulated payments.
- Bodies have at most ${BODY_BYTES_TOLD}, pages at most ${PAGE_SIZE_MAX} rows.

## Sending a request again

- GET and DELETE can be repeated. PATCH with the same body too.
- **Send each POST with an \`Idempotency-Key\` of its own**, best a uuid. Repeated unchanged with
  that key within 24 hours it is done once, and answered as the first time.
- **Without a key POST is not idempotent.** When its answer is lost, cut off, or is 500 or 503, the
  request may have been done. Read before you send it again: the list of vehicles, the latest
  consultation, or the orders of the vehicle. The same debts can be ordered twice, and a card can
  be charged twice: whoever orders must guard against it.
- 400, 401, 403, 404, 409, 413, 415 and 422 stay as they are until something is changed.

## Values

- Money is a decimal string in reais with two decimals, such as \`"1418.73"\`; never a number.
- Identifiers are uuids. Instants are ISO 8601 with an offset; days are YYYY-MM-DD.
- Days in filters are days in America/Sao_Paulo unless the operator chose another time zone; both
  ends are included.
- Words such as a status may get new values, and objects new fields: accept what you do not
  know, and leave money alone when a status is unknown to you.
- Requests are strict: an unknown field or parameter is refused with 400.

## Errors

Every error body is \`{ "detail": string }\`: a sentence for people, in Portuguese
or, where Accept-Language prefers it, in English. Programs
decide by the status: 400 form, 401 key, 403 account, 404 not found, 409 state, 413 size, 415
media type, 422 content, 429 limit, 500 fault, 503 away for a while.

## Simulated and real

\`GET /health\` tells whether consultations and payments are simulated (\`mock\`) or real
(\`live\`); the operator chooses. Simulated answers settle no debt and their Pix codes cannot be
paid. In mock or sandbox \`POST /api/v1/orders/{order_id}/simulate-pix\` plays the payer; where
payments are real (\`payments.sandbox\` is false) it answers 409.
`.trim()
