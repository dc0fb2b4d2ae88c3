/** `frota service`: the debt service on a port, simulated or live, until it is stopped. */
import { once } from 'node:events'
import { serve } from '../app/service/serve.ts'
import type { CommandContext } from './context.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, output, stop } = context
  // A person at a terminal is spared a line for each request.
  const logLevel = process.stderr.isTTY ? 'warn' : 'info'
  await using service = await serve(context, { demo: flags['demo'] === true, logLevel })
  const { url, demo } = service
  const { say } = output
  const modes = `LOOKUP_MODE=${config.LOOKUP_MODE}, PAYMENTS_MODE=${config.PAYMENTS_MODE}`
  output.line(`${say('Serviço em', 'Service at')} ${url} (${modes})`)
  const pages = `${url}/docs, ${url}/sandbox`
  output.line(`${say('Documentação e sandbox', 'Documentation and sandbox')}: ${pages}`)
  if (demo === undefined) {
    output.tell(
      'Sem chave de demonstração; para dar acesso: frota service brands|accounts|keys create',
      'No demo key; to give access: frota service brands|accounts|keys create',
    )
  } else {
    output.line(`${say('Conta de demonstração', 'Demo account')}: ${demo.accountId}`)
    // Shown at the first start only; later `frota service keys create` makes another key.
    if (demo.apiKey !== undefined) {
      output.line(`${say('Chave de demonstração', 'Demo key')}: ${demo.apiKey}`)
    } else {
      output.tell(
        'Chave: a do primeiro início; outra: frota service keys create --brand demo',
        'Key: that of the first start; another: frota service keys create --brand demo',
      )
    }
  }
  output.object({ url, ...demo })
  if (!stop.aborted) await once(stop, 'abort')
}
