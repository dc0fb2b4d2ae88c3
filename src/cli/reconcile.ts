/** `frota reconcile [FILE]`: the main job once. */
import { wallClock } from '../clock.ts'
import type { CommandContext } from './context.ts'
import { openGiven, type InputFile } from './intake/open-input.ts'
import { importFlags } from './given-file.ts'
import { nothingImported } from '../app/fleets/known-fleet.ts'
import type { GivenFile } from '../app/run/receive-file.ts'
import { RECONCILE_HORIZON_MS, runOnce } from '../app/run/run-once.ts'
import { sayEnding } from './run-ending.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, stop, words } = context
  const [path] = words
  await using input = path === undefined ? undefined : await openGiven(path, { config, stop })
  const file = input === undefined ? undefined : asGiven(input, flags)
  const name = config.FROTA_FLEET
  const finished = await runOnce(context, {
    ...(file === undefined ? {} : { file }),
    mode: 'open-or-join',
    horizonMs: RECONCILE_HORIZON_MS,
    fleetsOf: async (store, accountId) => {
      const known = await store.find(name)
      if (known === undefined && file === undefined) throw nothingImported(name)
      return [await store.open({ name, accountId, at: new Date(wallClock.now()) })]
    },
  })
  sayEnding(context, finished)
}

function asGiven({ name, source }: InputFile, flags: CommandContext['flags']): GivenFile {
  return { name, source, ...importFlags(flags) }
}
