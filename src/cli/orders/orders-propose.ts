/** `frota orders propose`: makes proposals from the ledger, and writes proposals.csv. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { ProposalLine } from '../../ledger/orders/proposal-lines.ts'
import {
  proposeOrders,
  reviseProposals,
} from '../../reconciliation/orders/proposing/propose-orders.ts'
import { proposalsCsv } from '../../reconciliation/reports/files/proposal-columns.ts'
import { replaceFile } from '../../replace-file.ts'
import { directoryFailure, TO } from '../../directory-failure.ts'
import type { CommandContext } from '../context.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { orderPolicyOf } from '../../app/orders/order-policy-file.ts'
import { planPolicyFrom } from '../../app/plan/plan-file.ts'
import { isSimulated } from '../../app/orders/is-simulated.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'

/** Readable by whoever may read the reports. */
const FILE_MODE = 0o644

export async function run(context: CommandContext): Promise<void> {
  const { flags, config, output } = context
  const typed = flags['to']
  const path = typeof typed === 'string' ? typed : join(config.FROTA_REPORTS_DIR, 'proposals.csv')
  if (flags['replace'] !== true && existsSync(path)) throw inTheWay(path)
  await withFleet(context, async (ledger, fleet) => {
    const proposed = await proposeAll(context, ledger, fleet)
    const { plans, lines } = await write(context, ledger, fleet, path)
    output.tell(
      `${plans} propostas (${proposed} novas), ${lines} débitos, em ${path}`,
      `${plans} proposals (${proposed} new), ${lines} debts, in ${path}`,
    )
    output.tell(
      `Preencha a coluna decisao com aprovar ou rejeitar e devolva com: frota orders approve --file ${path}`,
      `Fill in the column decision with approve or reject and give it back: frota orders approve --file ${path}`,
    )
    output.object({ file: path, plans, debts: lines, new: proposed })
  })
}

/** Also of answers that no run has considered yet, for example after a stop. */
async function proposeAll({ config, stop }: CommandContext, ledger: OpenLedger, fleet: Fleet) {
  const { stores } = ledger
  const { id: fleetId, accountId } = fleet
  const policy = await orderPolicyOf(config, ledger)
  const planPolicy = await planPolicyFrom(config)
  const rest = { policy, planPolicy, clock: wallClock, zone: config.FROTA_TIME_ZONE }
  const tools = { ...stores, fleetId, accountId, ...rest }
  await reviseProposals(tools)
  let all = 0
  while (!stop.aborted) {
    const { considered, proposed } = await proposeOrders(tools)
    all += proposed
    if (considered === 0) break
  }
  return all
}

async function write(
  { config }: CommandContext,
  { stores, proposals }: OpenLedger,
  fleet: Fleet,
  path: string,
): Promise<{ plans: number; lines: number }> {
  const { FROTA_LOCALE: locale, FROTA_CSV_FLAVOUR: flavour, FROTA_TIME_ZONE: zone } = config
  const plans = new Set<string>()
  let lines = 0
  const counted = async function* (): AsyncGenerator<ProposalLine> {
    for await (const page of proposals.pages(fleet.id)) {
      lines += page.length
      for (const { planId } of page) plans.add(planId)
      yield* page
    }
  }
  try {
    await mkdir(dirname(path), { recursive: true })
    const simulated = await isSimulated(stores.runs, fleet.id)
    const file = proposalsCsv(counted(), { locale, flavour, zone, simulated })
    await replaceFile(path, file, { mode: FILE_MODE })
    return { plans: plans.size, lines }
  } catch (cause) {
    throw directoryFailure(cause, path, TO)
  }
}

/** Somebody may have written decisions into it. */
function inTheWay(path: string): Failure {
  return new Failure('usage', {
    pt: `${path} já existe e pode ter decisões; devolva-o com frota orders approve --file, ou dê --replace ou outro nome com --to.`,
    en: `${path} exists and may hold decisions; give it back with frota orders approve --file, or give --replace, or another name with --to.`,
  })
}
