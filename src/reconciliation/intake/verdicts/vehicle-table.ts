/** The numbers of rows, by row. */
type RowKeys = Float64Array | Int32Array

/**
 * Finds the row that has a number, by open addressing in a typed array: a Map of a million entries
 * would take ten times the memory. The numbers themselves stay in the caller's array, by row.
 */
export class VehicleTable {
  /** A row's number plus one; 0 where there is none. */
  #slots: Int32Array
  #size = 0

  /** Right for `expected` rows; it grows when there are more. */
  constructor(expected = 0) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(expected * 1.5, 64))))
  }

  /** The row whose number in `keys` is `key`, or -1. */
  get(key: number, keys: RowKeys): number {
    return (this.#slots[this.#slot(key, keys)] ?? 0) - 1
  }

  /** Adds a row whose number is in `keys` already and in no other row of this table. */
  add(row: number, keys: RowKeys): void {
    if (this.#size * 4 >= this.#slots.length * 3) this.#grow(keys)
    this.#slots[this.#slot(keys[row] ?? 0, keys)] = row + 1
    this.#size++
  }

  #slot(key: number, keys: RowKeys): number {
    const mask = this.#slots.length - 1
    let hash = Math.imul(key >>> 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = Math.imul(hash, 0xc2b2ae35) & mask
    for (;;) {
      const row = this.#slots[slot] ?? 0
      if (row === 0 || keys[row - 1] === key) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(keys: RowKeys): void {
    const rows = this.#slots
    this.#slots = new Int32Array(rows.length * 2)
    for (const row of rows) {
      if (row !== 0) this.#slots[this.#slot(keys[row - 1] ?? 0, keys)] = row
    }
  }
}
