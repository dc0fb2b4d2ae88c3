/** Requests as the server counts them: in any rolling hour, never more than the limit. */
const WINDOW_MS = 3_600_000

export interface RequestWindow {
  /** One more arrived; how many arrived in the hour that ends now, with it. */
  arrive(nowMs: number): number
  readonly limit: number
  most(): number
}

export function requestWindow(limit: number): RequestWindow {
  const arrivals: number[] = []
  let most = 0
  return {
    limit,
    most: () => most,
    arrive: (nowMs) => {
      while ((arrivals[0] ?? nowMs) <= nowMs - WINDOW_MS) arrivals.shift()
      arrivals.push(nowMs)
      most = Math.max(most, arrivals.length)
      return arrivals.length
    },
  }
}
