/** `frota plan`: how many fit tonight, when each vehicle is asked, and when all is done. */
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Fleet } from '../ledger/fleets/fleets.ts'
import { integer } from '../option-parsers.ts'
import type { Night } from '../reconciliation/consultations/forecast.ts'
import { freshBucket, makeOutlook } from '../reconciliation/consultations/make-outlook.ts'
import { nightsOf, type NightlyWindow } from '../reconciliation/consultations/plan-nights.ts'
import type { CommandContext } from './context.ts'
import { flagValue } from './typed-words.ts'
import type { OpenLedger } from '../app/ledger/open-ledger.ts'
import { forClose } from './plan/for-close.ts'
import { planLines, type Plan } from './plan/plan-lines.ts'
import { planObject } from './plan/plan-object.ts'
import { withFleet } from '../app/ledger/with-fleet.ts'
import { otherBacklogs, readBacklog, readBudgets, waitingOf } from '../app/plan/read-plan.ts'
import { placesAmong } from '../app/plan/shared-slots.ts'
import type { Flags } from '../config.ts'
import { untilOf } from '../app/run/stop-time.ts'

/** More than any customer has; each is one bucket to forecast. */
const CREDENTIALS_MAX = 100

export async function run(context: CommandContext): Promise<void> {
  const { output, config, flags } = context
  const window = windowOf(flags, config.FROTA_TIME_ZONE)
  const { credentials: typed } = flags
  const credentials =
    typeof typed === 'string'
      ? flagValue('credentials', typed, integer(1, CREDENTIALS_MAX))
      : undefined
  const days = config.FROTA_FOR_CLOSE
  await withFleet(context, async (ledger, fleet) => {
    const plan = await makePlan(context, ledger, { fleet, window, credentials, days })
    for (const line of planLines(plan, output, flags['all'] === true)) output.line(line)
    output.object(planObject(plan))
  })
}

async function makePlan(
  { config }: CommandContext,
  ledger: OpenLedger,
  asked: {
    fleet: Fleet
    window: ReturnType<typeof windowOf>
    credentials: number | undefined
    /** FROTA_FOR_CLOSE. */
    days: number | undefined
  },
): Promise<Plan> {
  const { fleet, window, credentials, days } = asked
  const backlog = await readBacklog(config, ledger, fleet)
  const others = await otherBacklogs(config, ledger, fleet)
  const budgets = await readBudgets(config, ledger, credentials)
  const { consultations: buckets, orders, latencyMs } = budgets
  const nowMs = wallClock.now()
  const nights = (): { nights?: Iterable<Night> } =>
    window === undefined ? {} : { nights: nightsOf(window, nowMs) }
  const own = { ...backlog, waiting: waitingOf(backlog) }
  const input = { nowMs, ...placesAmong(own, others), latencyMs }
  const more = [...buckets, ...buckets.slice(0, 1).map(freshBucket)]
  const outlookOf = (waiting: number) =>
    makeOutlook({ nowMs, latencyMs, ...nights(), buckets, waiting })
  const zone = config.FROTA_TIME_ZONE
  const close =
    days === undefined
      ? null
      : await forClose(ledger.stores.campaigns, { fleetId: fleet.id, days, nowMs, zone, outlookOf })
  const { order } = await ledger.stores.effects.counts(fleet.id)
  const ordersWaiting = (order.planned ?? 0) + (order.claimed ?? 0)
  return {
    fleet: fleet.name,
    nowMs,
    window,
    zone,
    close,
    backlog,
    budgets,
    sharedWith: others.map(({ name, waiting }) => ({ fleet: name, waiting })),
    outlook: makeOutlook({ ...input, ...nights(), buckets }),
    unbroken: makeOutlook({ ...input, buckets }),
    oneMore: {
      outlook: makeOutlook({ ...input, ...nights(), buckets: more }),
      unbroken: makeOutlook({ ...input, buckets: more }),
    },
    orders: {
      waiting: ordersWaiting,
      outlook: makeOutlook({
        nowMs,
        latencyMs,
        ...nights(),
        buckets: [orders],
        waiting: ordersWaiting,
      }),
    },
  }
}

/** Undefined when none was given: then work never pauses. Throws `usage`. */
function windowOf(flags: Flags, zone: string): NightlyWindow | undefined {
  const { from, until } = flags
  // A night that begins at 0 ends at its length; this also validates both flags as a night does.
  const endMs = untilOf(flags, 0, zone)
  const begins = typeof from === 'string' ? { from: beginning(from) } : {}
  if (typeof until === 'string') return { zone, ...begins, end: { until } }
  if (endMs !== undefined) return { zone, ...begins, end: { forMs: endMs } }
  if (typeof from !== 'string') return undefined
  throw new Failure('usage', {
    pt: '--from: diga também até quando, com --until ou --for.',
    en: '--from: say until when, too, with --until or --for.',
  })
}

function beginning(text: string): string {
  if (/^([01]\d|2[0-3]):([0-5]\d)$/.test(text)) return text
  throw new Failure('usage', {
    pt: `--from ${text}: dê uma hora como 22:00.`,
    en: `--from ${text}: give a time such as 22:00.`,
  })
}
