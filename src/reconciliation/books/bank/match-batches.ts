/**
 * A line that is the sum of all open payments of a day closes them. The sum of a part of them may
 * be chance, so that those are only named to a person as what the line may be.
 */
import type { BankLine } from '../../../ledger/books/bank-lines.ts'
import type { OurMovement } from './bank-row.ts'
import { isTakenBack } from './match-by-id.ts'
import { SIDES, sizeOf, totalOf, type OpenEntries } from './open-entries.ts'

/**
 * Open payments of a day of which every part is tried: 1,023. More have so many sums that most
 * amounts are one of them, which says nothing.
 */
const PARTS_TRIED_MAX = 10

type Choice = readonly OurMovement[]

export function matchBatches(open: OpenEntries): void {
  for (const side of SIDES) {
    const days = Map.groupBy(
      open.oursOf(side).filter((each) => each.cents > 0n && !isTakenBack(each)),
      ({ day }) => day,
    )
    const lines = open.linesOf(side)
    const choices = new Map<BankLine, { choice: Choice; isWhole: boolean }[]>()
    for (const [day, ours] of days) {
      const near = lines.filter((line) => open.areNear(line, { day }))
      if (near.length === 0) continue
      const byTotal = Map.groupBy(choicesOf(ours), totalOf)
      for (const line of near) {
        for (const choice of byTotal.get(sizeOf(line.cents)) ?? []) {
          const isWhole = choice.length === ours.length
          choices.set(line, [...(choices.get(line) ?? []), { choice, isWhole }])
        }
      }
    }
    const only = [...choices].flatMap(([line, [first, ...others]]) =>
      first === undefined || others.length > 0 || first.choice.length < 2 ? [] : { line, ...first },
    )
    const wanted = new Map<string, number>()
    for (const { id } of only.flatMap(({ choice }) => choice)) {
      wanted.set(id, (wanted.get(id) ?? 0) + 1)
    }
    for (const { line, choice, isWhole } of only) {
      // Two lines that need the same payment cannot both be right.
      const isAlone = choice.every(({ id }) => wanted.get(id) === 1)
      if (isWhole && isAlone) open.close('batch', [line], choice)
      else open.candidates.set(line, choice)
    }
  }
}

/** Every part of few payments; of many only each and all of them. */
function choicesOf(ours: Choice): Choice[] {
  if (ours.length > PARTS_TRIED_MAX) return [ours, ...ours.map((each) => [each])]
  return Array.from({ length: 2 ** ours.length - 1 }, (_, at) =>
    ours.filter((__, bit) => ((at + 1) >> bit) % 2 === 1),
  )
}
