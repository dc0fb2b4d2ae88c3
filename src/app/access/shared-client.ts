/**
 * One client over several credentials of one account. A request without a quota is sent with the
 * first usable credential, a consultation with the credential whose slot it has.
 */
import type { CallResult } from '../../client/answer.ts'
import type {
  CallOptions,
  Client,
  ItemOf,
  ListId,
  ReadId,
  RequestOf,
  ServiceHealth,
} from '../../client/client.ts'
import { api } from '../../contract/api.ts'
import type { OperationId, SuccessBody } from '../../contract/call.ts'
import { Failure } from '../../failure.ts'
import type { CredentialRound, KeyMark } from './credential-round.ts'

export class SharedClient implements Client {
  readonly #clients: ReadonlyMap<string, Client>
  readonly #round: CredentialRound

  constructor(clients: ReadonlyMap<string, Client>, round: CredentialRound) {
    this.#clients = clients
    this.#round = round
  }

  get origin(): string {
    return this.#first().client.origin
  }

  /** For requests that only this credential's quota pays for. */
  of(name: string): Pick<Client, 'call'> {
    return {
      call: async (id, request, options) => {
        if (this.#round.isUsable(name)) return this.#callWith(name, id, request, options)
        // Returns the slot; the effect is planned again for another credential.
        return {
          outcome: 'never-sent',
          why: 'the credential is out of the round',
          cause: new Failure('service-refused', OUT_NOW),
        }
      },
    }
  }

  async call<Id extends OperationId>(
    id: Id,
    request: RequestOf<Id>,
    options?: CallOptions,
  ): Promise<CallResult<SuccessBody<Id>>> {
    const result = await this.#callWith(this.#first().name, id, request, options)
    const isRefused = result.outcome === 'answered' && !result.ok && result.stop !== undefined
    if (!isRefused || api[id].method === 'POST' || result.stop?.recovery === 'stop') return result
    return this.call(id, request, options)
  }

  read<Id extends ReadId>(
    id: Id,
    request: RequestOf<Id>,
    options?: CallOptions,
  ): Promise<SuccessBody<Id> | null> {
    return this.#withAny((client) => client.read(id, request, options))
  }

  async *pages<Id extends ListId>(
    id: Id,
    request: RequestOf<Id>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<Id>[], void, undefined> {
    const { pages, first, using } = await this.#withAny(async (client, used) => {
      const all = client.pages(id, request, options)
      return { pages: all, first: await all.next(), using: used }
    })
    if (first.done === true) return
    yield first.value
    try {
      yield* pages
    } catch (error) {
      // Some pages were read already, so the list cannot go on; the next caller reads it anew.
      throw isRefusal(error) ? this.#round.refused(using.name, using.key, error) : error
    }
  }

  health(options?: CallOptions): Promise<ServiceHealth> {
    return this.#first().client.health(options)
  }

  /** Checks every credential, so that all refused ones are reported at the start. */
  async checkAccess(options?: CallOptions): Promise<void> {
    const lasts = await Promise.all(this.#round.names.map((name) => this.#checkOne(name, options)))
    const end = lasts.find((failure) => failure?.recovery === 'stop')
    if (end !== undefined) throw end
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()))
  }

  #first(): { name: string; client: Client } {
    const name = this.#round.usable()[0] ?? ''
    return { name, client: this.#clientOf(name) }
  }

  #clientOf(name: string): Client {
    const client = this.#clients.get(name)
    if (client === undefined) throw new Error('A credential without a client.')
    return client
  }

  async #callWith<Id extends OperationId>(
    name: string,
    id: Id,
    request: RequestOf<Id>,
    options: CallOptions | undefined,
  ): Promise<CallResult<SuccessBody<Id>>> {
    const key = this.#round.mark(name)
    const result = await this.#clientOf(name).call(id, request, options)
    if (result.outcome !== 'answered' || result.ok || result.stop === undefined) return result
    return { ...result, stop: this.#round.refused(name, key, result.stop) }
  }

  async #checkOne(name: string, options: CallOptions | undefined): Promise<Failure | undefined> {
    const key = this.#round.mark(name)
    try {
      await this.#clientOf(name).checkAccess(options)
      return undefined
    } catch (error) {
      if (!isRefusal(error)) throw error
      return this.#round.refused(name, key, error)
    }
  }

  /** A read may be repeated at will, so one that was refused is read with another credential. */
  async #withAny<T>(
    read: (client: Client, used: { name: string; key: KeyMark }) => Promise<T>,
  ): Promise<T> {
    const { name, client } = this.#first()
    const key = this.#round.mark(name)
    try {
      return await read(client, { name, key })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const failure = this.#round.refused(name, key, error)
      if (failure.recovery === 'stop') throw failure
    }
    return this.#withAny(read)
  }
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && ['wrong-key', 'wrong-account'].includes(error.code)
}

const OUT_NOW = {
  pt: 'A credencial saiu do rodízio antes do envio.',
  en: 'The credential left the round before the request.',
}
