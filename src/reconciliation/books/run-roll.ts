/**
 * What became of the balance since the run before, for a run's page: the same replay as a month's,
 * in the order in which the ledger learned it. What it learned after the run belongs to it too:
 * a report that is written again shows the ledger of that day.
 */
import type { RollOfRun } from '../reports/roll-of-run.ts'
import { replayVehicle } from './replay-vehicle.ts'
import { emptyRoll } from './roll-forward.ts'
import { MOVING } from './movement.ts'
import { bookWordsOf } from './words/book-words.ts'

export const runRoll: RollOfRun = async (
  histories,
  { fleet, zone, prefer, from, today, locale },
) => {
  const policy = {
    zone,
    until: today,
    preferOn: () => prefer,
    preferenceDays: [],
  }
  const roll = emptyRoll()
  for await (const page of histories) {
    for (const history of page) {
      for (const movement of replayVehicle(history, policy).movements) {
        if (movement.fleet !== fleet) continue
        roll.closingCents += movement.cents
        if (from !== null && movement.at <= from) roll.openingCents += movement.cents
        else roll.movedCents[movement.class] += movement.cents
      }
    }
  }
  const { classes } = bookWordsOf(locale)
  return {
    openingCents: roll.openingCents,
    moved: MOVING.filter((name) => roll.movedCents[name] !== 0n).map((name) => ({
      name: classes[name],
      cents: roll.movedCents[name],
    })),
    closingCents: roll.closingCents,
  }
}
