/** Lines that are the sum of several payments of a day, where only one choice of them fits. */
import type { BankLine, OurMovement } from './bank-row.ts'
import { SIDES, sizeOf, totalOf, type OpenEntries } from './open-entries.ts'

/**
 * Open payments of a day of which every choice is tried: 65,536. Of more only all together are
 * tried, and a line that a part of them might explain is left to a person.
 */
export const BATCH_PAYMENTS_MAX = 16

type Choice = readonly OurMovement[]

export function matchBatches(open: OpenEntries): void {
  for (const side of SIDES) {
    const days = Map.groupBy(
      open.oursOf(side).filter(({ cents }) => cents > 0n),
      ({ day }) => day,
    )
    const lines = open.linesOf(side)
    const choices = new Map<string, Choice[]>(lines.map(({ key }) => [key, []]))
    for (const [day, ours] of days) {
      const near = lines.filter((line) => open.areNear(line, { day }))
      if (near.length > 0) findChoices(near, ours, choices)
    }
    const only = lines.flatMap((line) => {
      const [choice, ...others] = choices.get(line.key) ?? []
      return choice === undefined || others.length > 0 || choice.length < 2 ? [] : { line, choice }
    })
    const wanted = new Map<string, number>()
    for (const { id } of only.flatMap(({ choice }) => choice)) {
      wanted.set(id, (wanted.get(id) ?? 0) + 1)
    }
    for (const { line, choice } of only) {
      // Two lines that need the same payment cannot both be right.
      if (choice.every(({ id }) => wanted.get(id) === 1)) open.close('batch', [line], choice)
    }
  }
}

/** Adds to each line the choices that have its total; two are enough to know it is not sure. */
function findChoices(
  lines: readonly BankLine[],
  ours: Choice,
  choices: ReadonlyMap<string, Choice[]>,
): void {
  const whole = totalOf(ours)
  const byTotal = Map.groupBy(lines, ({ cents }) => sizeOf(cents))
  const add = (cents: bigint, choice: Choice): void => {
    for (const { key } of byTotal.get(cents) ?? []) {
      const found = choices.get(key)
      if (found !== undefined && found.length < 2) found.push(choice)
    }
  }
  if (ours.length <= BATCH_PAYMENTS_MAX) {
    if (![...byTotal.keys()].some((cents) => cents <= whole)) return
    const sums: bigint[] = [0n]
    for (let mask = 1; mask < 1 << ours.length; mask++) {
      const lowest = 31 - Math.clz32(mask & -mask)
      const sum = (sums[mask & (mask - 1)] ?? 0n) + (ours[lowest]?.cents ?? 0n)
      sums.push(sum)
      if (byTotal.has(sum))
        add(
          sum,
          ours.filter((_, at) => (mask & (1 << at)) !== 0),
        )
    }
    return
  }
  for (const cents of byTotal.keys()) {
    if (cents === whole) add(cents, ours)
    // Nobody has tried the parts: an empty choice stands for them, and no other is sure then.
    else if (cents < whole) add(cents, [])
  }
}
