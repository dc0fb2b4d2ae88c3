import type { Interface } from 'node:readline/promises'

/**
 * What a person types next; Ctrl-Z does nothing. Rejects after Ctrl-C, Ctrl-D, a signal, or where
 * the terminal is gone.
 */
export async function askLine(
  reader: Interface,
  question: string,
  stop: AbortSignal,
): Promise<string> {
  const left = new AbortController()
  const leave = (): void => left.abort()
  reader.once('close', leave)
  // Unheard it would echo what is typed, and read nothing any more after `fg`.
  reader.on('SIGTSTP', () => undefined)
  // Unheard it would end the process: the mode of a terminal that is gone cannot be set back.
  reader.on('error', leave)
  try {
    return await reader.question(question, { signal: AbortSignal.any([stop, left.signal]) })
  } finally {
    reader.close()
  }
}
