/** `frota worker`: schedules and their nights, until stopped. */
import { runWorker } from '../app/worker/run-worker.ts'
import type { CommandContext } from './context.ts'
import { sayNight } from './worker/say-night.ts'
import { openWords } from './worker/worker-words.ts'

export async function run(called: CommandContext): Promise<void> {
  const { output } = called
  const { nights } = await runWorker(called, {
    words: openWords,
    nightEnded: (context, schedule, ended) => sayNight({ ...called, ...context }, schedule, ended),
  })
  output.tell('Trabalhador parado em ordem.', 'Worker stopped in order.')
  output.object({ nights })
}
