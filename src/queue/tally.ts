/** Counts work under way, so that a stop can wait until there is none. */
export class Tally {
  #count = 0
  readonly #waiting: (() => void)[] = []

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count += 1
  }

  remove(): void {
    this.#count -= 1
    if (this.#count > 0) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Resolves as soon as nothing is under way, at once when that is so now. */
  none(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
