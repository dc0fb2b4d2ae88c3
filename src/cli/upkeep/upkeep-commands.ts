/** What an operator does for the installation itself: looks, keeps, puts back, deletes. */
import type { Command } from '../command.ts'
import { READING_ORDERS, SHOWN, WHERE } from '../option-sets.ts'

export const upkeepCommands: Readonly<Record<string, Command>> = {
  doctor: {
    pt: 'confere tudo de que uma noite precisa e diz o que fazer; não muda nada nem usa cota',
    en: 'checks all that a night needs and says what to do; changes nothing, uses no quota',
    options: [...READING_ORDERS, 'REDIS_URL', 'FROTA_REPORTS_DIR', 'FROTA_INBOX_DIR'],
    flags: {
      'exit-code': {
        pt: 'sai com 20 se algo pede atenção (1, sempre, se algo está errado)',
        en: 'exits 20 when something needs attention (1, always, when something is wrong)',
      },
    },
    load: () => import('./doctor.ts'),
  },
  backup: {
    takes: 'FOLDER',
    pt: 'copia livro-razão, envios e relatórios para uma pasta nova, também ao lado de um worker',
    en: 'copies ledger, uploads and reports into a new folder, beside a running worker, too',
    options: [...WHERE, 'FROTA_REPORTS_DIR', ...SHOWN],
    load: () => import('./backup.ts'),
  },
  restore: {
    takes: 'FOLDER',
    pt: 'põe uma cópia (a mais nova da pasta) no lugar do livro-razão',
    en: 'puts a backup (the newest of the folder) in the place of the ledger',
    options: [...WHERE, 'FROTA_REPORTS_DIR', 'FROTA_PERSON', ...SHOWN],
    flags: {
      replace: { pt: 'substitui o livro-razão que há', en: 'replaces the ledger that is there' },
    },
    load: () => import('./restore.ts'),
  },
  purge: {
    pt: 'apaga o que passou do prazo de guarda, como toda noite faz; dinheiro e auditoria ficam',
    en: 'deletes what is kept no longer, as each night does; money and its audit stay',
    options: [...WHERE, 'FROTA_REPORTS_DIR', 'FROTA_REPORT_DAYS', 'FROTA_INBOX_DIR', ...SHOWN],
    flags: {
      'dry-run': {
        pt: 'mostra o que é guardado por quanto tempo e o que seria apagado',
        en: 'shows what is kept how long, and what would be deleted',
      },
    },
    load: () => import('./purge.ts'),
  },
}
