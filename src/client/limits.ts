/** The bounds of every request, with their units; tests may shorten them. */
export interface ClientLimits {
  readonly connectMsMax: number
  readonly headersMsMax: number
  /** Longest pause between two chunks of a body. */
  readonly bodyMsMax: number
  /** From the call to the last byte of the answer; a request that takes longer is aborted. */
  readonly totalMsMax: number
  readonly responseBytesMax: number
  /** Repetitions of a read, PATCH or DELETE after its first try. */
  readonly retriesMax: number
  readonly backoffMs: number
  readonly backoffMsMax: number
  /** A Retry-After beyond this is not waited for: the caller is told instead. */
  readonly retryAfterMsMax: number
  /** Connections that reads share. */
  readonly connectionsMax: number
}

export const clientLimits: ClientLimits = {
  connectMsMax: 5_000,
  headersMsMax: 30_000,
  bodyMsMax: 30_000,
  totalMsMax: 60_000,
  responseBytesMax: 5_000_000,
  retriesMax: 5,
  backoffMs: 500,
  backoffMsMax: 30_000,
  retryAfterMsMax: 60_000,
  connectionsMax: 8,
}

/** /health is retried less often, because a person waits to hear whether the service is there. */
export const HEALTH_RETRIES_MAX = 2
