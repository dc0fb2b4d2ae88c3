/** One request to somebody who is told: bounded, no redirect followed, nothing of the answer kept. */
import { Failure } from '../../failure.ts'

export interface Posted {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends the request before its limit. */
  readonly signal?: AbortSignal
  /** Within which an answer must begin. */
  readonly limitMs?: number
}

const ANSWER_MS_MAX = 10_000

/** Resolves with the status; rejects when there was none in time. */
export async function sendHttp(
  url: string,
  { signal, limitMs = ANSWER_MS_MAX, ...request }: Posted,
): Promise<number> {
  const limit = AbortSignal.timeout(limitMs)
  const answer = await fetch(url, {
    ...request,
    redirect: 'manual',
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  })
  // Not read: a body may be endless.
  await answer.body?.cancel()
  return answer.status
}

/** A secret that a file holds; read at the start, so that a missing file is said before any work. */
export function notAFile(option: string, path: string, cause: unknown): Failure {
  return new Failure(
    'configuration',
    {
      pt: `${option}: ${path} não pode ser lido ou está vazio; indique um arquivo com o segredo.`,
      en: `${option}: ${path} cannot be read or is empty; give the path of a file with the secret.`,
    },
    { cause },
  )
}
