/** Writes an API key to a new file that only its owner may read. */
import { open, rm } from 'node:fs/promises'
import { errorCode } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'

const OWNER_ONLY = 0o600

export interface KeyFile extends AsyncDisposable {
  /** Keeps the file. Without this call disposal removes it: its key was never registered. */
  keep(): void
}

/** Never overwrites a file. Throws a Failure that names the path. */
export async function writeKeyFile(path: string, apiKey: string): Promise<KeyFile> {
  let kept = false
  try {
    await using file = await open(path, 'wx', OWNER_ONLY)
    await file.writeFile(`${apiKey}\n`)
    await file.sync()
  } catch (cause) {
    const failure = unwritten(path, cause)
    if (failure.code !== 'usage') await rm(path, { force: true })
    throw failure
  }
  return {
    keep: () => {
      kept = true
    },
    [Symbol.asyncDispose]: async () => {
      if (!kept) await rm(path, { force: true })
    },
  }
}

function unwritten(path: string, cause: unknown): Failure {
  const code = errorCode(cause)
  if (code === 'EEXIST') {
    return new Failure('usage', {
      pt: `O arquivo ${path} já existe; indique outro, para não perder a chave que está nele.`,
      en: `The file ${path} exists; name another one, so that the key in it is not lost.`,
    })
  }
  return new Failure(
    'directory-unwritable',
    {
      pt: `O arquivo ${path} não pode ser criado (${code}); indique outro em --out.`,
      en: `The file ${path} cannot be made (${code}); name another one with --out.`,
    },
    { cause },
  )
}
