/** Pure. The Failure for arguments that `parseArgs` does not accept. */
import { Failure } from '../failure.ts'

/** `parseArgs` quotes the wrong word, sometimes with its `<value>`. */
const QUOTED = /'(.*?)(?: <value>)?'/

/** `cause`: what `parseArgs` threw. */
export function misread(cause: unknown, name: string): Failure {
  const en = cause instanceof Error ? (cause.message.split(/\.\s/)[0] ?? '') : String(cause)
  const pt = inPortuguese(cause, QUOTED.exec(en)?.[1] ?? '') ?? en
  return new Failure(
    'usage',
    { pt: `${pt}; veja frota ${name} --help.`, en: `${en}; see frota ${name} --help.` },
    { cause },
  )
}

/** Undefined for a code that this release of Node gives and we do not know. */
function inPortuguese(cause: unknown, what: string): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `A opção '${what}' não existe`
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `O argumento '${what}' está a mais`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return undefined
  const { message } = cause instanceof Error ? cause : new Error('')
  if (message.includes('does not take an argument')) return `A opção '${what}' não aceita um valor`
  if (message.includes('argument missing')) return `Falta o valor da opção '${what}'`
  // A word that looks like an option follows an option that needs a value.
  return `O valor da opção '${what}' é ambíguo; escreva-o depois de um '='`
}
