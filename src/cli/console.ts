/** `frota console`: the pages, on loopback or for an office, until stopped. */
import { once } from 'node:events'
import { openConsole } from '../console/open-console.ts'
import type { CommandContext } from './context.ts'
import { givenFlag, numberFlag } from './typed-words.ts'

const PORT_MAX = 65_535

export async function run(context: CommandContext): Promise<void> {
  const { output, stop } = context
  await using pages = await openConsole(context, {
    port: numberFlag(context, 'port', { min: 0, max: PORT_MAX, without: 0 }),
    host: givenFlag(context, 'host'),
  })
  output.object({ url: pages.url })
  output.line(`${output.say('Console aberto em', 'Console open at')} ${pages.url}`)
  output.line(
    context.config.FROTA_CONSOLE_ORIGIN === undefined
      ? output.say(
          'Só este computador chega a ele, e só com este endereço. Ctrl-C encerra.',
          'Only this machine reaches it, and only with this address. Ctrl-C ends it.',
        )
      : output.say(
          'Entra quem está em frota people. Ctrl-C encerra.',
          'Who is in frota people signs in. Ctrl-C ends it.',
        ),
  )
  if (!stop.aborted) await once(stop, 'abort')
  // The pages stay until a run under way has ended in order.
  await pages.settled()
}
