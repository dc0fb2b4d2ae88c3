/**
 * `/healthz`: the process answers. `/readyz`: what it needs answers too; 503 says what does not. An
 * answer is kept for a moment, so that whoever asks in a loop asks the database once.
 */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

/** Resolves where all is well; what it rejects with stays unsaid. */
export type Checks = Readonly<Record<string, () => Promise<void>>>

const ANSWER_MS_MAX = 2_000
const KEPT_MS = 1_000

export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']

export function addHealth(app: FastifyInstance, checks: Checks, clock: Clock): void {
  let last: { readonly atMs: number; readonly answer: ReturnType<typeof readiness> } | undefined
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  )
  app.get('/readyz', async (_request, reply) => {
    const nowMs = clock.uptime()
    if (last === undefined || nowMs - last.atMs > KEPT_MS) {
      last = { atMs: nowMs, answer: readiness(checks, clock) }
    }
    const answer = await last.answer
    return reply
      .code(answer.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })
}

async function readiness(checks: Checks, clock: Clock) {
  const said = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await state(check, clock)] as const),
  )
  return { ok: said.every(([, is]) => is === 'ok'), checks: Object.fromEntries(said) }
}

async function state(check: () => Promise<void>, clock: Clock): Promise<string> {
  const over = new AbortController()
  const limit = clock.sleep(ANSWER_MS_MAX, over.signal).then(() => 'no answer in time')
  const answer = check().then(
    () => 'ok',
    () => 'failed',
  )
  const said = await Promise.race([answer, limit])
  over.abort()
  return said
}
