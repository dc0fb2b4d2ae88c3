/** `frota inbox`, as the help and the parser know it. */
import type { OptionName } from '../../options.ts'
import { SERVICE, SHOWN, WHERE } from '../option-sets.ts'
import type { Command, CommandFlag } from '../command.ts'

/** Options of the watched folder; `nightly` and `worker` take them, too. */
export const inboxOptions = ['FROTA_INBOX_DIR', 'FROTA_INBOX_SETTLE'] as const

const options: readonly OptionName[] = [
  ...inboxOptions,
  ...SERVICE,
  'FROTA_FLEET',
  ...WHERE,
  'FROTA_TEST_SCALE',
  ...SHOWN,
]

export const simulatedFlag: CommandFlag = {
  pt: 'permite o serviço embutido, que não liquida nada',
  en: 'allows the embedded service, which settles nothing',
}

export const inboxCommand: Command = {
  pt: 'importa o que foi posto na pasta vigiada e diz como terminou cada arquivo',
  en: 'imports what was put into the watched folder and says how each file ended',
  options,
  flags: {
    simulated: simulatedFlag,
    'exit-code': {
      pt: 'sai com 20 se algum arquivo foi recusado ou espera por uma pessoa',
      en: 'exits 20 when a file was refused or waits for a person',
    },
  },
  load: () => import('../inbox.ts'),
}
