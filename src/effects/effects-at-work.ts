/**
 * The effects that this process is performing now. What the ledger says this process holds beyond
 * them it let go of without being able to write so: the connection to the database had broken.
 */
export class EffectsAtWork {
  readonly #counts = new Map<string, number>()

  /** Until the answer is called. The same effect may be begun twice: its job may be started twice. */
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
