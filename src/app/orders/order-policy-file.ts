/** The order policy as a whole: of options, or else edited in the console, or the defaults. */
import type { Config } from '../../config.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { readOrderPolicy } from '../../reconciliation/orders/policy/read-order-policy.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { namedFile } from '../named-file.ts'
import type { Output } from '../output.ts'

const NO_FILE = '{}'

type PolicyOptions = Pick<
  Config,
  'FROTA_ORDER_METHOD' | 'FROTA_APPROVE_UP_TO' | 'FROTA_ORDER_POLICY_FILE'
>

/** True where options say what the policy is, so that no page may edit it. */
export function isPolicyGiven(config: PolicyOptions): boolean {
  const { FROTA_ORDER_METHOD: method, FROTA_APPROVE_UP_TO: upTo } = config
  return [config.FROTA_ORDER_POLICY_FILE, method, upTo].some((given) => given !== undefined)
}

/** Where there is no ledger yet. */
export const NOTHING_EDITED = { policies: { edited: async () => undefined } }

/** Throws a Failure that names what to fix. */
export async function orderPolicyOf(
  config: PolicyOptions,
  { policies }: { readonly policies: Pick<OpenLedger['policies'], 'edited'> },
): Promise<OrderPolicy> {
  const { FROTA_ORDER_POLICY_FILE: path } = config
  const given = { method: config.FROTA_ORDER_METHOD, approveUpToCents: config.FROTA_APPROVE_UP_TO }
  if (path !== undefined) {
    return readOrderPolicy(namedFile('FROTA_ORDER_POLICY_FILE', path), given)
  }
  const edited = isPolicyGiven(config) ? undefined : await policies.edited()
  return readOrderPolicy(edited?.policy ?? NO_FILE, given)
}

/** `names`: cost centres with a limit of their own, which no vehicle has. */
export function unusedLimits(names: readonly string[], say: Output['say']): string {
  const shown = names.map((name) => `"${veilDocuments(name)}"`).join(', ')
  return say(
    `Nenhum veículo é destes centros de custo, e o limite de cada um não vale para nada; confira a grafia: ${shown}.`,
    `No vehicle has these cost centres, so the limit of each binds nothing; check the spelling: ${shown}.`,
  )
}
