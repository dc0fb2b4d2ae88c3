import { errorCode } from './directory-failure.ts'
import { Failure } from './failure.ts'

/** `named`: the file as the person named it, with its option. */
export function unreadableFile(
  code: 'usage' | 'configuration',
  named: string,
  cause: unknown,
): Failure {
  const why = `(${errorCode(cause)})`
  const words = {
    pt: `${named} não pode ser lido ${why}; confira o caminho e as permissões.`,
    en: `${named} cannot be read ${why}; check the path and the permissions.`,
  }
  return new Failure(code, words, { cause })
}
