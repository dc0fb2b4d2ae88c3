/** `frota service` in the process of the test, as in-process.ts runs other commands. */
import { runHere } from './in-process.ts'
import type { Ended, ServiceFacts } from './run-frota.ts'

export interface Served extends ServiceFacts {
  /** Resolves when the service has ended. */
  stop(): Promise<void>
}

/** `within` runs the command; it throws what the service says when it cannot start. */
export async function serveHere(
  env: Readonly<Record<string, string | undefined>>,
  within: (run: () => Promise<Ended>) => Promise<Ended>,
): Promise<Served> {
  const told = Promise.withResolvers<ServiceFacts>()
  const stopping = new AbortController()
  const hear = (stdout: string): void => {
    if (/^\}/m.test(stdout)) told.resolve(JSON.parse(stdout) as ServiceFacts)
  }
  const ended = within(() => runHere(['service', '--json'], env, stopping.signal, hear))
  const saysWhy = ({ stderr }: Ended) => told.reject(new Error(`The service ended:\n${stderr}`))
  void ended.then(saysWhy, told.reject)
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
  }
  return { ...(await told.promise), stop }
}
