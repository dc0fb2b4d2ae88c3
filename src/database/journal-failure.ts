/** Says in a sentence why the intent journal cannot be relied on, and what cures it. Pure. */
import { Failure } from '../failure.ts'
import { directoryFailure, errorCode } from '../directory-failure.ts'

/** Errors of a failing disk, or of a file system that cannot guarantee a sync. */
const BROKEN = new Set(['EIO', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EUCLEAN', 'ENXIO', 'EREMOTEIO'])

/** 'disk-full', 'directory-unwritable' or 'journal-unusable'; a bug comes back as it is. */
export function journalFailure(error: unknown, dataDir: string): unknown {
  const named = directoryFailure(error, dataDir)
  if (named instanceof Failure) return named
  const code = errorCode(error)
  if (!BROKEN.has(code)) return error
  return new Failure(
    'journal-unusable',
    {
      pt:
        `O disco de ${dataDir} não garante o que grava (${code}), e sem o diário de intenções ` +
        'nenhum pedido ou pagamento pode ser enviado. Confira o disco, ou escolha um disco local ' +
        'com FROTA_DATA_DIR.',
      en:
        `The disk of ${dataDir} does not keep what is written (${code}), and without the intent ` +
        'journal no order or payment may be sent. Check the disk, or choose a local one with ' +
        'FROTA_DATA_DIR.',
    },
    { cause: error },
  )
}
