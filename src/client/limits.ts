/** The bounds of every request, with their units; tests may shorten them. */
export const clientLimits = {
  connectMsMax: 5_000,
  headersMsMax: 30_000,
  /** Longest pause between two chunks of a body. */
  bodyMsMax: 30_000,
  /** From the call to the last byte of the answer; a request that takes longer is aborted. */
  totalMsMax: 60_000,
  responseBytesMax: 5_000_000,
  /** Repetitions of a read, PATCH or DELETE after its first try. */
  retriesMax: 5,
  backoffMs: 500,
  backoffMsMax: 30_000,
  /** A Retry-After beyond this is not waited for: the caller is told instead. */
  retryAfterMsMax: 60_000,
  /** Connections that reads share. */
  connectionsMax: 8,
}

export type ClientLimits = Readonly<typeof clientLimits>

/** /health is retried less often, because a person waits to hear whether the service is there. */
export const HEALTH_RETRIES_MAX = 2
