/** How much and how long a caller may occupy a server; a slow sender is closed, not waited for. */
export const webLimits = {
  /** From the first byte of a request to its last; Fastify's own 0 would wait for ever. */
  requestTimeoutMs: 8_000,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 5_000,
  /** How often Node checks the two timeouts above. */
  connectionsCheckingIntervalMs: 1_000,
  /** How long an idle connection is kept for a next request. */
  keepAliveTimeoutMs: 30_000,
  connectionsMax: 1_000,
  requestsPerSocketMax: 10_000,
  bodyBytesMax: 64 * 1024,
  /** Brackets within brackets; a JSON of thousands of levels costs a parser its stack. */
  jsonDepthMax: 20,
}

export type WebLimits = Readonly<typeof webLimits>

/** A path longer than any route of ours is refused by the router. */
export const PARAMETER_CHARACTERS_MAX = 200
