/**
 * Works for several accounts at once, each with its credentials, client, queue and fleets. One that
 * fails ends its own part and no other's.
 */
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { openLog } from '../../log.ts'
import { accountsOfLedger } from '../fleets/chosen-fleet.ts'
import type { AppContext } from '../context.ts'
import type { Output } from '../output.ts'
import { openSharedParts } from './shared-parts.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { runOnce, type FinishedRun, type RunRequest } from './run-once.ts'

export interface FailedAccount {
  /** One of its fleets, which names it for people. */
  readonly fleet: string
  readonly error: unknown
}

export interface AccountsRun {
  readonly finished: readonly FinishedRun[]
  readonly failed: readonly FailedAccount[]
}

/** `requestOf`: the work for one account, by its configuration and its index. */
export async function runAccounts(
  context: AppContext & { readonly ledger: OpenLedger },
  configs: readonly Config[],
  requestOf: (part: AppContext, at: number) => RunRequest,
): Promise<AccountsRun> {
  const [config] = configs
  const { ledger, output } = context
  if (config === undefined || configs.length === 1) {
    const part = { ...context, config: config ?? context.config }
    return { finished: await runPart(part, requestOf(part, 0)), failed: [] }
  }
  await using shared = await openSharedParts(ledger, {
    dataDir: config.FROTA_DATA_DIR,
    clock: wallClock,
    scale: 1 / config.FROTA_TEST_SCALE,
    log: openLog(config.LOG_LEVEL),
    accounts: await accountsOfLedger(config, ledger.fleets),
  })
  const parts = configs.map((each) => ({
    ...context,
    shared,
    config: each,
    output: labelled(output, each.FROTA_FLEET),
  }))
  const endings = await Promise.allSettled(
    parts.map((part, at) => runPart(part, requestOf(part, at))),
  )
  const finished: FinishedRun[] = []
  const failed: FailedAccount[] = []
  for (const [at, ending] of endings.entries()) {
    const fleet = configs[at]?.FROTA_FLEET ?? ''
    if (ending.status === 'fulfilled') finished.push(...ending.value)
    else failed.push({ fleet, error: ending.reason })
  }
  return { finished, failed }
}

async function runPart(part: AppContext, request: RunRequest): Promise<readonly FinishedRun[]> {
  try {
    return await runOnce(part, request)
  } finally {
    request.ended?.()
  }
}

/** Prints line by line: several accounts that redraw lines would overwrite each other. */
function labelled(output: Output, fleet: string): Output {
  const line = (text = ''): void => output.line(text === '' ? '' : `[${fleet}] ${text}`)
  return { ...output, live: false, line, tell: (pt, en) => line(output.say(pt, en)) }
}
