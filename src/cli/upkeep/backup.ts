/** `frota backup FOLDER`: a whole, proved copy in a folder of its own below FOLDER. */
import { makeBackup } from '../../app/backup/make-backup.ts'
import { rowsIn } from '../../app/backup/manifest.ts'
import { secretPath } from '../../app/ledger/open-ledger.ts'
import { wallClock } from '../../clock.ts'
import type { CommandContext } from '../context.ts'
import { wordAt } from '../typed-words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, output, name, stop } = context
  const into = wordAt(context, 0, 'FOLDER')
  const options = { clock: wallClock, command: name, stop }
  const { folder, manifest } = await makeBackup(config, into, options)
  const rows = rowsIn(manifest)
  const files = manifest.files.length
  const { tell } = output
  tell(
    `Cópia feita e conferida: ${folder} (${rows} linhas do livro-razão, ${files} arquivos)`,
    `Backup made and proved: ${folder} (${rows} rows of the ledger, ${files} files)`,
  )
  tell(
    `O segredo não está nela: guarde ${secretPath(config)} à parte, e as chaves da API também.`,
    `The secret is not in it: keep ${secretPath(config)} apart, and the API keys, too.`,
  )
  output.object({ folder, rows, files, madeAt: manifest.madeAt, secretMark: manifest.secretMark })
}
