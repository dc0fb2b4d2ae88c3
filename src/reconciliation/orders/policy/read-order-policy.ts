/**
 * Pure. Turns the text of an order policy file into a policy, or says where it is wrong and how to
 * mend it; and puts a policy into that form again, so that a run can keep what it ran by.
 */
import { DEBT_ITEMS_PER_ORDER_MAX } from '../../../contract/limits.ts'
import { formatCents } from '../../../fleet/money.ts'
import { jsonOf } from '../../../json-text.ts'
import { DEFAULT_ORDER_POLICY, orderPolicy } from './order-policy.ts'
import type { OrderPolicy } from './order-policy.ts'
import { amountsByName, days, integer, kinds, method } from './order-policy-fields.ts'
import { money, orNull, record, word, wrong } from './order-policy-fields.ts'

/** More than a thousand cost centres with their limits need. */
const POLICY_FILE_BYTES_MAX = 512 * 1024

const readFields = record({
  method,
  kinds,
  dueWithinDays: orNull(days),
  ipva: record({ prefer: word('single', 'instalments'), instalmentsDueWithinDays: days }),
  itemsPerOrder: integer(1, DEBT_ITEMS_PER_ORDER_MAX),
  approveUpTo: money,
  perOrder: orNull(money),
  perRun: orNull(money),
  perDay: orNull(money),
  perCostCentre: record({
    period: word('day', 'month'),
    default: orNull(money),
    byName: amountsByName,
  }),
  twoPeopleAbove: orNull(money),
})

/** What an option says in place of the file. */
export interface PolicyOverrides {
  /** FROTA_ORDER_METHOD */
  readonly method: OrderPolicy['method'] | 'none' | undefined
  /** FROTA_APPROVE_UP_TO */
  readonly approveUpToCents: bigint | undefined
}

/** Throws a Failure that names the field, the value and the cure. */
export function readOrderPolicy(text: string, given: PolicyOverrides): OrderPolicy {
  const json = jsonOf(text, POLICY_FILE_BYTES_MAX)
  if ('cure' in json) throw wrong('', undefined, json.cure, json.cause)
  return fromFields(json.value, given)
}

function fromFields(value: unknown, given: PolicyOverrides): OrderPolicy {
  const file = readFields(value, '')
  const defaults = DEFAULT_ORDER_POLICY
  const or = <T>(one: T | undefined, other: T): T => (one === undefined ? other : one)
  const { perCostCentre: byCentre } = defaults
  const policy: OrderPolicy = {
    method: defaults.method,
    kinds: or(file.kinds, defaults.kinds),
    dueWithinDays: or(file.dueWithinDays, defaults.dueWithinDays),
    prefer: or(file.ipva?.prefer, defaults.prefer),
    instalmentsDueWithinDays: or(
      file.ipva?.instalmentsDueWithinDays,
      defaults.instalmentsDueWithinDays,
    ),
    itemsPerOrder: or(file.itemsPerOrder, defaults.itemsPerOrder),
    approveUpToCents: defaults.approveUpToCents,
    perOrderCents: or(file.perOrder, defaults.perOrderCents),
    perRunCents: or(file.perRun, defaults.perRunCents),
    perDayCents: or(file.perDay, defaults.perDayCents),
    perCostCentre: {
      period: or(file.perCostCentre?.period, byCentre.period),
      defaultCents: or(file.perCostCentre?.default, byCentre.defaultCents),
      byNameCents: or(file.perCostCentre?.byName, byCentre.byNameCents),
    },
    twoPeopleAboveCents: or(file.twoPeopleAbove, defaults.twoPeopleAboveCents),
  }
  const upTo = given.approveUpToCents ?? file.approveUpTo ?? 0n
  return orderPolicy(given.method ?? file.method ?? 'none', upTo, policy)
}

/** The whole policy as the text of a file that reads as the same; one policy is one text. */
export function orderPolicyToJson(policy: OrderPolicy): string {
  const amount = (cents: bigint | null): string | null =>
    cents === null ? null : formatCents(cents)
  const { perCostCentre } = policy
  const byName = [...perCostCentre.byNameCents].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify({
    method: policy.method,
    kinds: policy.kinds,
    dueWithinDays: policy.dueWithinDays,
    ipva: {
      prefer: policy.prefer,
      instalmentsDueWithinDays: policy.instalmentsDueWithinDays,
    },
    itemsPerOrder: policy.itemsPerOrder,
    approveUpTo: formatCents(policy.approveUpToCents),
    perOrder: amount(policy.perOrderCents),
    perRun: amount(policy.perRunCents),
    perDay: amount(policy.perDayCents),
    perCostCentre: {
      period: perCostCentre.period,
      default: amount(perCostCentre.defaultCents),
      byName: Object.fromEntries(byName.map(([name, cents]) => [name, formatCents(cents)])),
    },
    twoPeopleAbove: amount(policy.twoPeopleAboveCents),
  })
}
