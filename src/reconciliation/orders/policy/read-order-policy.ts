/**
 * Pure. Turns the text of an order policy file into a policy, or says where it is wrong and how to
 * correct it; and turns a policy into such a text, so that a run can keep the one it used.
 */
import { Type, type TProperties, type TSchema } from 'typebox'
import { DEBT_KINDS } from '../../../contract/debt-item.ts'
import { DEBT_ITEMS_PER_ORDER_MAX } from '../../../contract/limits.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import { closedWord } from '../../../contract/scalar.ts'
import { formatCents, parseCents } from '../../../fleet/money.ts'
import { readOptionFile, strict } from '../../../option-file.ts'
import {
  DEFAULT_ORDER_POLICY,
  orderPolicy,
  type CostCentreLimits,
  type OrderPolicy,
} from './order-policy.ts'

const COST_CENTRES_MAX = 1_000
const COST_CENTRE_CHARACTERS_MAX = 200

const FILE = {
  name: {
    pt: 'Política de pedidos (FROTA_ORDER_POLICY_FILE)',
    en: 'Order policy (FROTA_ORDER_POLICY_FILE)',
  },
  // More than a thousand cost centres with their limits need.
  bytesMax: 512 * 1024,
}

function centsOf(amount: string): bigint | undefined {
  const parsed = parseCents(amount)
  return parsed.ok && parsed.value >= 0n ? parsed.value : undefined
}

const optional = Type.Optional
const orNull = <S extends TSchema>(schema: S) => optional(Type.Union([schema, Type.Null()]))
const group = <P extends TProperties>(fields: P) => optional(Type.Object(fields, strict))
const method = Type.Unsafe<OrderPolicy['method'] | 'none'>({
  type: 'string',
  enum: ['none', 'pix', 'boleto'],
  cure: {
    pt: 'use um destes: none, pix, boleto; por aqui não se pede nem se paga com cartão',
    en: 'use one of these: none, pix, boleto; nothing is ordered or paid by card here',
  },
})
/** A decimal string, since a JSON number may be read as a float on the way. */
const money = Type.Refine(
  Type.String({
    cure: {
      pt: 'dê um valor em reais entre aspas, com ponto decimal, como "1500.00"',
      en: 'give an amount in reais in quotes, with a decimal point, as "1500.00"',
    },
  }),
  (amount) => centsOf(amount) !== undefined,
  () => '',
)
/** At most ten years. */
const days = Type.Integer({ minimum: 0, maximum: 3_650 })
const kindsCure = {
  pt: `dê uma lista com um ou mais destes: ${DEBT_KINDS.join(', ')}`,
  en: `give a list of one or more of these: ${DEBT_KINDS.join(', ')}`,
}
/** Cost centres as the fleet's file writes them; the empty name is that of vehicles without one. */
const amountsByName = Type.Refine(
  Type.Record(Type.String({ pattern: `^[^]{0,${COST_CENTRE_CHARACTERS_MAX}}$` }), money, {
    ...strict,
    maxProperties: COST_CENTRES_MAX,
    cure: {
      pt:
        `use no máximo ${COST_CENTRES_MAX} centros de custo, cada um com até ` +
        `${COST_CENTRE_CHARACTERS_MAX} caracteres e numa só grafia, como {}`,
      en:
        `use at most ${COST_CENTRES_MAX} cost centres of ${COST_CENTRE_CHARACTERS_MAX} ` +
        'characters at most, each in one spelling, such as {}',
    },
  }),
  (amounts) => {
    const keys = Object.keys(amounts).map((name) => name.normalize('NFC').trim().toLowerCase())
    return new Set(keys).size === keys.length
  },
  () => '',
)

const PolicyFile = Type.Object(
  {
    method: optional(method),
    kinds: optional(Type.Array(closedWord(DEBT_KINDS), { minItems: 1, cure: kindsCure })),
    dueWithinDays: orNull(days),
    ipva: group({
      prefer: optional(closedWord(['single', 'instalments'])),
      instalmentsDueWithinDays: optional(days),
    }),
    itemsPerOrder: optional(Type.Integer({ minimum: 1, maximum: DEBT_ITEMS_PER_ORDER_MAX })),
    approveUpTo: optional(money),
    perOrder: orNull(money),
    perRun: orNull(money),
    perDay: orNull(money),
    perCostCentre: group({
      period: optional(closedWord(['day', 'month'])),
      default: orNull(money),
      byName: optional(amountsByName),
    }),
    twoPeopleAbove: orNull(money),
  },
  strict,
)

/** Values of options, which replace those of the file. */
export interface PolicyOverrides {
  /** FROTA_ORDER_METHOD */
  readonly method: OrderPolicy['method'] | 'none' | undefined
  /** FROTA_APPROVE_UP_TO */
  readonly approveUpToCents: bigint | undefined
}

/** Throws a Failure that names the field, the value and the cure. */
export function readOrderPolicy(text: string, given: PolicyOverrides): OrderPolicy {
  const file = readOptionFile(FILE, PolicyFile, text)
  const defaults = DEFAULT_ORDER_POLICY
  const { perCostCentre: byCentre } = defaults
  const { kinds, ipva, perCostCentre } = file
  const policy: OrderPolicy = {
    method: defaults.method,
    // In the contract's order, each once: the same policy is the same text.
    kinds: kinds === undefined ? defaults.kinds : DEBT_KINDS.filter((kind) => kinds.includes(kind)),
    dueWithinDays: or(file.dueWithinDays, defaults.dueWithinDays),
    prefer: ipva?.prefer ?? defaults.prefer,
    instalmentsDueWithinDays: ipva?.instalmentsDueWithinDays ?? defaults.instalmentsDueWithinDays,
    itemsPerOrder: file.itemsPerOrder ?? defaults.itemsPerOrder,
    approveUpToCents: defaults.approveUpToCents,
    perOrderCents: or(cents(file.perOrder), defaults.perOrderCents),
    perRunCents: or(cents(file.perRun), defaults.perRunCents),
    perDayCents: or(cents(file.perDay), defaults.perDayCents),
    perCostCentre: {
      period: perCostCentre?.period ?? byCentre.period,
      defaultCents: or(cents(perCostCentre?.default), byCentre.defaultCents),
      byKey: limitsByKey(perCostCentre?.byName ?? {}),
    },
    twoPeopleAboveCents: or(cents(file.twoPeopleAbove), defaults.twoPeopleAboveCents),
  }
  const upTo = given.approveUpToCents ?? cents(file.approveUpTo) ?? 0n
  return orderPolicy(given.method ?? file.method ?? 'none', upTo, policy)
}

/** Null is a limit of its own: none. */
function or<T>(given: T | undefined, standard: T): T {
  return given === undefined ? standard : given
}

function cents(amount: string | null | undefined): bigint | null | undefined {
  return typeof amount === 'string' ? centsOf(amount) : amount
}

function limitsByKey(amounts: Readonly<Record<string, string>>): CostCentreLimits['byKey'] {
  const byKey = new Map<string, { readonly name: string; readonly cents: bigint }>()
  for (const [name, amount] of Object.entries(amounts)) {
    const key = costCentreKey(name)
    const limit = { name, cents: centsOf(amount) ?? 0n }
    // A policy that the console kept may have names that only their inner blanks tell apart.
    if (limit.cents < (byKey.get(key)?.cents ?? limit.cents + 1n)) byKey.set(key, limit)
  }
  return byKey
}

/** The whole policy as the text of a file that reads as the same; one policy is one text. */
export function orderPolicyToJson(policy: OrderPolicy): string {
  const amount = (cents: bigint | null): string | null =>
    cents === null ? null : formatCents(cents)
  const { perCostCentre } = policy
  const byName = [...perCostCentre.byKey.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
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
      byName: Object.fromEntries(byName.map(({ name, cents }) => [name, formatCents(cents)])),
    },
    twoPeopleAbove: amount(policy.twoPeopleAboveCents),
  })
}
