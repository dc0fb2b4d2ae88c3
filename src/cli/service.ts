/** `frota service`: the debt service on a port, simulated or live, until it is stopped. */
import { serve } from '../app/service/serve.ts'
import type { CommandContext } from './context.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, output, stop } = context
  await using service = await serve(context)
  const { url, accountId, demoKey } = service
  const { say } = output
  const modes = `LOOKUP_MODE=${config.LOOKUP_MODE}, PAYMENTS_MODE=${config.PAYMENTS_MODE}`
  output.line(`${say('Serviço em', 'Service at')} ${url} (${modes})`)
  const pages = `${url}/docs, ${url}/sandbox`
  output.line(`${say('Documentação e sandbox', 'Documentation and sandbox')}: ${pages}`)
  output.line(`${say('Conta de demonstração', 'Demo account')}: ${accountId}`)
  // Shown at the first start only; later `frota service keys create` makes another key.
  if (demoKey !== undefined) output.line(`${say('Chave de demonstração', 'Demo key')}: ${demoKey}`)
  const shown = demoKey === undefined ? {} : { apiKey: demoKey }
  output.object({ url, accountId, ...shown })
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true })
    if (stop.aborted) resolve()
  })
}
