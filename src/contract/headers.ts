/** Who calls and for whom: the headers of part 5 of the interface, in the lower case of Node. */
export const API_KEY_HEADER = 'x-api-key'
export const ACCOUNT_HEADER = 'x-account-id'
/** Optional on every POST, ours: the same key gets the same reply for 24 hours. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
export const API_KEY_PREFIX = 'svc_live_'
export const BEARER_PREFIX = 'Bearer '
