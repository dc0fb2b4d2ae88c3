/** Opens a server's port and closes it in order. */
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

export interface Listening {
  /** Without a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

/** `port` 0 takes a free one. Throws a Failure when the port is taken or forbidden. */
export async function listen(
  app: FastifyInstance,
  where: { host: string; port: number },
): Promise<Listening> {
  try {
    const address = await app.listen({ host: where.host, port: where.port })
    return { url: address.replace(/\/$/, ''), close: () => app.close() }
  } catch (cause) {
    await app.close()
    throw new Failure(
      'configuration',
      {
        pt: `Não foi possível abrir ${where.host}:${where.port}: escolha outra porta ou endereço.`,
        en: `Cannot listen on ${where.host}:${where.port}: choose another port or address.`,
      },
      { cause },
    )
  }
}
