/**
 * Numbers to numbers by open addressing in typed arrays: a Map of a million entries would take
 * several times the memory. Keys are whole and above zero, values not negative.
 */
export class VehicleTable {
  #keys = new Float64Array(2048)
  #values = new Int32Array(2048)
  #size = 0

  /** -1 when the key is not there. */
  get(key: number): number {
    const slot = this.#slot(key)
    return this.#keys[slot] === key ? (this.#values[slot] ?? -1) : -1
  }

  set(key: number, value: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow()
    const slot = this.#slot(key)
    if (this.#keys[slot] !== key) this.#size++
    this.#keys[slot] = key
    this.#values[slot] = value
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1
    let hash = Math.imul(key >>> 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = Math.imul(hash, 0xc2b2ae35) & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Int32Array(values.length * 2)
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      if (key === 0) continue
      const slot = this.#slot(key)
      this.#keys[slot] = key
      this.#values[slot] = values[at] ?? 0
    }
  }
}
