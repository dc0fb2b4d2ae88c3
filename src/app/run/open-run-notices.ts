/** Tells people of runs while this process works on a ledger, with the figures of their stages. */
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { openNotices } from '../notices/notice-sender.ts'
import { wallClock } from '../../clock.ts'
import { readStages } from './stages.ts'

export function openRunNotices(
  { config, stop }: Pick<AppContext, 'config' | 'stop'>,
  ledger: OpenLedger,
): Promise<AsyncDisposable | undefined> {
  const { stores, quota: gate } = ledger
  return openNotices({
    config,
    stop,
    ledger,
    clock: wallClock,
    figuresOf: (fleet) => readStages({ stores, gate, buckets: undefined }, fleet),
  })
}
