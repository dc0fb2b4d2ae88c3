/**
 * The effects that this process is performing now. The ledger may say that it holds more: those it
 * gave up while the connection to the database was broken, so it could not record that.
 */
export class EffectsAtWork {
  readonly #counts = new Map<string, number>()

  /** Returns the function that ends it. An effect may begin twice: its job may start twice. */
  begin(id: string): () => void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
    return () => {
      const left = (this.#counts.get(id) ?? 0) - 1
      if (left > 0) this.#counts.set(id, left)
      else this.#counts.delete(id)
    }
  }

  has(id: string): boolean {
    return this.#counts.has(id)
  }
}
