/** Moves an imported or refused file to its folder, with its verdict file or the reason. */
import { shortTime } from '../short-time.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../clock.ts'
import type { JudgeOptions } from '../../reconciliation/intake/judge-file.ts'
import { shownName } from '../inbox-names.ts'
import { placeFile } from './move-file.ts'
import type { Why } from './take-file.ts'
import { writeReason, writeVerdict } from './write-verdict.ts'

interface LayTools {
  readonly config: Config
  readonly clock: Clock
}

export interface Laying {
  readonly claimed: string
  readonly name: string
  /** Created when it does not exist. */
  readonly folder: string
}

export interface LaidFile {
  readonly path: string
  readonly beside: string | undefined
}

/** `reading`: as the file was judged when it was imported. */
export async function layImported(
  tools: LayTools,
  laying: Laying,
  reading: JudgeOptions,
): Promise<LaidFile> {
  const { FROTA_LOCALE: locale } = tools.config
  let beside: string | undefined
  const { path } = await place(tools, laying, async (placed) => {
    beside = await writeVerdict(laying.claimed, placed, { reading, locale })
  })
  return { path, beside }
}

/** `reading`: absent where reading the file again would fail again. */
export async function layRefused(
  tools: LayTools,
  laying: Laying,
  { why, reading }: { why: Why; reading: JudgeOptions | undefined },
): Promise<LaidFile> {
  const { FROTA_LOCALE: locale, FROTA_TIME_ZONE: zone } = tools.config
  const at = shortTime(new Date(tools.clock.now()), { locale }, zone)
  const name = shownName(laying.name)
  let beside: string | undefined
  const { path } = await place(tools, laying, async (placed) => {
    beside = await writeReason(placed, { name, why, at, locale })
    // Rows that can be read are given back, even if all of them were rejected.
    if (reading !== undefined) await writeVerdict(laying.claimed, placed, { reading, locale })
  })
  return { path, beside }
}

function place(
  { config, clock }: LayTools,
  { claimed, folder, name }: Laying,
  fill: Parameters<typeof placeFile>[2],
): ReturnType<typeof placeFile> {
  return placeFile(claimed, { folder, name, atMs: clock.now(), zone: config.FROTA_TIME_ZONE }, fill)
}
