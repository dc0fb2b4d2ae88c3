/** A connection whose errors say what to do, where a person can do something about them. */
import type { Socket } from 'node:net'
import pg from 'pg'
import { connectionFailure, databaseFailure } from './database-failure.ts'

/**
 * The overridden methods are how `pg` connects, takes an error message from the wire, learns of a
 * broken connection and ends its statements; a release that renames them is noticed at the start.
 */
export class FailingClient extends pg.Client {
  declare readonly connection: pg.Connection & { readonly stream: Socket }
  /** True while the server owes no answer. */
  declare readonly readyForQuery?: boolean

  /**
   * Breaks the connection when the server owes an answer and nothing moved on the wire for `ms`:
   * what a dead path swallowed never comes, and its socket may never say so. Call it when it is
   * connected.
   */
  breakWhenSilent(ms: number): void {
    const { stream } = this.connection
    stream.setTimeout(ms)
    if (stream.listenerCount('timeout') > 0) return
    stream.on('timeout', () => {
      const isOwed = this.readyForQuery !== true || stream.writableEnded
      // Of a copy that is read slowly something has come, but nothing begins the time again.
      if (!isOwed || stream.readableLength > 0) stream.setTimeout(stream.timeout ?? ms)
      else stream.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }))
    })
  }

  /** What undoes a transaction finds a broken connection, and its error hides the first. */
  override query(...given: never[]): never {
    const answer: unknown = inherited.query.call(this, ...given)
    const told = answer instanceof Promise ? answer.catch(failAs) : answer
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `pg` declares six forms.
    return told as never
  }

  _connect(callback: (error: unknown) => void): void {
    const place = `${this.host}:${this.port}`
    const told = (error: unknown): void =>
      callback(error instanceof Error ? connectionFailure(error, place) : error)
    inherited.connect.call(this, told)
  }

  _handleErrorMessage(message: Error): void {
    inherited.message.call(this, databaseFailure(message))
  }

  _handleErrorEvent(error: Error): void {
    inherited.event.call(this, databaseFailure(error))
  }

  _errorAllQueries(error: Error): void {
    inherited.all.call(this, databaseFailure(error))
  }
}

function failAs(error: Error): never {
  throw databaseFailure(error)
}

const inherited = {
  query: methodOf('query'),
  connect: methodOf('_connect'),
  message: methodOf('_handleErrorMessage'),
  event: methodOf('_handleErrorEvent'),
  all: methodOf('_errorAllQueries'),
}

function methodOf(name: string): (...given: unknown[]) => unknown {
  const method: unknown = Reflect.get(pg.Client.prototype, name)
  if (typeof method !== 'function') throw new Error('This release of pg handles errors elsewhere.')
  return function handle(this: unknown, ...given) {
    return Reflect.apply(method, this, given)
  }
}
