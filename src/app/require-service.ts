/** Unattended work needs a service: with a forgotten address it would rehearse for weeks. */
import { Failure } from '../failure.ts'
import type { AppContext } from './context.ts'

/** Throws `configuration` (exit 2). */
export function requireService({ config, simulated = false }: AppContext): void {
  if (config.FROTA_API_URL !== undefined || simulated) return
  throw new Failure('configuration', {
    pt:
      'Nenhum serviço está configurado: defina FROTA_API_URL. Para ensaiar com o serviço ' +
      'embutido, que não liquida nada, acrescente --simulated.',
    en:
      'No service is configured: set FROTA_API_URL. To rehearse with the embedded service, which ' +
      'settles nothing, add --simulated.',
  })
}
