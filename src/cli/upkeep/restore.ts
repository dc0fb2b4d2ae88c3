/** `frota restore FOLDER`: a backup in the place of the ledger; money waits until orders were read. */
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { rowsIn } from '../../app/backup/manifest.ts'
import { restoreBackup } from '../../app/backup/restore-backup.ts'
import { wallClock } from '../../clock.ts'
import type { CommandContext } from '../context.ts'
import { when } from '../table-lines.ts'
import { wordAt } from '../typed-words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, output, name, flags, stop } = context
  const from = wordAt(context, 0, 'FOLDER')
  const { folder, manifest, former, revived, journalKept } = await restoreBackup(config, from, {
    replace: flags['replace'] === true,
    clock: wallClock,
    command: `frota ${name}`,
    person: decidingPerson(config).name,
    stop,
  })
  const rows = rowsIn(manifest)
  const at = when(context, new Date(manifest.madeAt))
  const { tell } = output
  if (stop.aborted) tell('O pedido de parar chegou tarde.', 'The request to stop came too late.')
  tell(
    `Restaurado: ${folder}, de ${at} (${rows} linhas)`,
    `Restored: ${folder}, of ${at} (${rows} rows)`,
  )
  if (former !== undefined && config.DATABASE_URL !== undefined) {
    tell(
      `O livro-razão embutido está em ${former} e não é mais usado: todo comando precisa de DATABASE_URL.`,
      `The embedded ledger is in ${former} and used no more: each command needs DATABASE_URL.`,
    )
  } else if (former !== undefined) {
    tell(
      `O banco anterior está em ${former}; apague-o quando tudo estiver certo.`,
      `The database before it is in ${former}; delete it once all is well.`,
    )
  }
  if (revived?.length !== 0) {
    const names = revived === undefined ? '' : `: ${revived.join(', ')}`
    tell(
      `Pessoas e chaves que mudaram ou foram retiradas depois da cópia valem de novo${names}. Confira: frota people list; frota service keys list.`,
      `People and keys that were changed or removed after the backup get in again${names}. Check: frota people list; frota service keys list.`,
    )
  }
  tell(
    'Nenhum pedido sai até que todos sejam lidos no serviço: execute frota nightly, sem --fleet.',
    'No order leaves until all were read at the service: run frota nightly, without --fleet.',
  )
  const told = { folder, rows, madeAt: manifest.madeAt, former: former ?? null, journalKept }
  output.object({ ...told, revived: revived ?? null })
}
