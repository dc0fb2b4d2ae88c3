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
  const { folder, manifest, former, journalKept } = await restoreBackup(config, from, {
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
  if (former !== undefined) {
    tell(
      `O banco anterior está em ${former}; apague-o quando tudo estiver certo.`,
      `The database before it is in ${former}; delete it once all is well.`,
    )
  }
  tell(
    'Nenhum pedido sai até que todos sejam lidos no serviço: execute frota nightly, sem --fleet.',
    'No order leaves until all were read at the service: run frota nightly, without --fleet.',
  )
  output.object({ folder, rows, madeAt: manifest.madeAt, former: former ?? null, journalKept })
}
