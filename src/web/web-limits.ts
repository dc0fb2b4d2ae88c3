/** How much and how long a caller may occupy a server; a slow sender is closed, not waited for. */

export interface WebLimits {
  /** From the first byte of a request to its last. */
  requestTimeoutMs: number
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: number
  /** How often Node checks the two timeouts above. */
  connectionsCheckingIntervalMs: number
  /** How long an idle connection is kept for a next request. */
  keepAliveTimeoutMs: number
  connectionsMax: number
  requestsPerSocketMax: number
  bodyBytesMax: number
  /** Brackets within brackets; a JSON of thousands of levels costs a parser its stack. */
  jsonDepthMax: number
}

// Fastify's own requestTimeout is 0, which would wait for a slow body for ever.
export const webLimits: WebLimits = {
  requestTimeoutMs: 8_000,
  headersTimeoutMs: 5_000,
  connectionsCheckingIntervalMs: 1_000,
  keepAliveTimeoutMs: 30_000,
  connectionsMax: 1_000,
  requestsPerSocketMax: 10_000,
  bodyBytesMax: 64 * 1024,
  jsonDepthMax: 20,
}

/** A path longer than any route of ours is refused by the router. */
export const PARAMETER_CHARACTERS_MAX = 200
