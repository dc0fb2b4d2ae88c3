/** `frota audit …`: who decided what about money, and whether the log of it is whole. */
import type { Command } from '../command.ts'
import { WITHOUT_SECRET as options } from '../option-sets.ts'

export const listAudit: Command = {
  pt: 'quem decidiu o quê sobre dinheiro, e o que resultou',
  en: 'who decided what about money, and what came of it',
  options,
  flags: {
    plate: { value: 'PLATE', pt: 'só deste veículo', en: 'only of this vehicle' },
    order: { value: 'ORDER', pt: 'só deste pedido', en: 'only of this order' },
    since: {
      value: 'DATE',
      pt: 'só desde este dia ou instante, como 2026-11-21',
      en: 'only since this day or instant, such as 2026-11-21',
    },
    last: { value: 'N', pt: 'quantas, as mais novas (100)', en: 'how many, the newest (100)' },
  },
  load: () => import('./audit-list.ts'),
}

export const auditCommands: Readonly<Record<string, Command>> = {
  list: listAudit,
  verify: {
    pt: 'confere a corrente do registro; sai com 1 na primeira entrada que não encaixa',
    en: "checks the log's chain; exits 1 at the first entry that does not fit",
    options,
    flags: {
      head: {
        value: '[SEQ:]HASH',
        pt: 'confere também que o registro contém este fim, anotado antes',
        en: 'checks too that the log holds this head, which was noted before',
      },
      file: {
        value: 'FILE',
        pt: 'confere um arquivo de frota audit export, sem banco de dados',
        en: 'checks a file of frota audit export, without a database',
      },
    },
    load: () => import('./audit-verify.ts'),
  },
  export: {
    pt: 'grava o registro inteiro em JSON, uma entrada por linha',
    en: 'writes the whole log as JSON, one entry per line',
    options,
    flags: { to: { value: 'FILE', pt: 'o arquivo a criar', en: 'the file to make' } },
    load: () => import('./audit-export.ts'),
  },
}
