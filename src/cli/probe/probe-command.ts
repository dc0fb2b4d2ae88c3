/** What `frota probe` is for and what it takes. */
import type { Command } from '../command.ts'

export const probeCommand: Command = {
  argumentsMax: 0,
  pt: 'confere um serviço em execução com a interface, só em modo simulado ou sandbox',
  en: 'holds a running service to the interface, simulated or in sandbox only',
  options: [
    'FROTA_API_URL',
    'FROTA_API_KEY',
    'FROTA_API_KEY_FILE',
    'FROTA_ACCOUNT_ID',
    'FROTA_LOCALE',
    'LOG_LEVEL',
  ],
  flags: {
    limits: {
      pt: 'confere também os limites, o que gasta a hora da credencial',
      en: "checks the limits too, which uses up the credential's hour",
    },
    'other-account': {
      value: 'UUID',
      pt: 'outra conta da mesma marca, para conferir o isolamento',
      en: 'another account of the same brand, to check the isolation',
    },
    'card-file': {
      value: 'FILE',
      pt: 'cartões de teste do serviço em JSON: { "approved": "…", "declined": "…" }',
      en: 'the service\'s test cards as JSON: { "approved": "…", "declined": "…" }',
    },
    output: {
      value: 'FILE',
      pt: 'grava também o relatório em JSON neste arquivo',
      en: 'writes the report as JSON to this file as well',
    },
  },
  load: () => import('../probe.ts'),
}
