/** Pure. The stages of a run as bars with a sentence each. */
import type { Locale } from '../../bilingual.ts'
import type { Stages } from '../../app/run/stages.ts'
import { displayCents } from '../../fleet/money.ts'
import { fill, plural } from '../../reconciliation/reports/words/messages.ts'
import type { ConsoleTexts } from '../frame/messages.ts'

export interface StageBar {
  readonly stage: 'file' | 'vehicles' | 'consultations' | 'orders'
  readonly name: string
  readonly text: string
  readonly done: number
  /** 0 when nothing is known to be done yet. */
  readonly all: number
}

type Forms = readonly [string, string]

export function stageBars(stages: Stages, texts: ConsoleTexts, locale: Locale): StageBar[] {
  const { run } = texts
  const some = (forms: Forms, count: number): string => (count === 0 ? '' : plural(forms, count))
  const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')
  const { file, vehicles, consultations, orders } = stages
  const accepted = (file?.accepted ?? 0) + (file?.repaired ?? 0)
  const all = vehicles.registered + vehicles.waiting + vehicles.refused + vehicles.doubtful
  const settled = consultations.answered + consultations.failed + consultations.stuck
  const money = (forms: Forms, count: number, cents: bigint): string =>
    plural(forms, count, { money: displayCents(cents, locale) })
  return [
    {
      stage: 'file',
      name: run.file,
      text: join([
        plural(run.rows, accepted),
        some(run.repaired, file?.repaired ?? 0),
        some(run.rejected, file?.rejected ?? 0),
        some(run.duplicate, file?.duplicate ?? 0),
      ]),
      done: file === undefined ? 0 : 1,
      all: 1,
    },
    {
      stage: 'vehicles',
      name: run.vehicles,
      text: join([
        fill(run.registered, { done: vehicles.registered, all }),
        some(run.refused, vehicles.refused),
        some(run.doubtful, vehicles.doubtful),
      ]),
      done: vehicles.registered + vehicles.refused,
      all,
    },
    {
      stage: 'consultations',
      name: run.consultations,
      text: join([
        fill(run.answered, { done: consultations.answered, all: consultations.members }),
        some(run.failed, consultations.failed),
        some(run.stuck, consultations.stuck),
        some(run.asked, consultations.asked),
        some(run.waiting, consultations.waiting),
      ]),
      done: settled,
      all: consultations.members,
    },
    {
      stage: 'orders',
      name: run.orders,
      text: join([
        money(run.proposed, orders.proposed, orders.proposedCents),
        orders.placed === 0 ? '' : money(run.placed, orders.placed, orders.placedCents),
        some(run.paid, orders.paid),
      ]),
      done: orders.placed,
      all: orders.placed,
    },
  ]
}
