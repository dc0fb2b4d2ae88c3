/** The bounds of every request, with their units; tests may shorten them. */
export interface ClientLimits {
  readonly connectMsMax: number
  readonly headersMsMax: number
  /** Between two pieces of a body. */
  readonly bodyMsMax: number
  /** One request from its call to its last byte; for a POST the hard abort. */
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

/** For the first question to a service, where a person waits to hear that it is not there. */
export const HEALTH_RETRIES_MAX = 2
