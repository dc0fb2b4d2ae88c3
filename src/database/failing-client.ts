/** A connection whose errors say what to do, where a person can do something about them. */
import pg from 'pg'
import { connectionFailure, databaseFailure } from './database-failure.ts'

/**
 * The overridden methods are how `pg` connects, takes an error message from the wire, learns of a
 * broken connection and ends its statements; a release that renames them is noticed at the start.
 */
export class FailingClient extends pg.Client {
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

const inherited = {
  connect: methodOf('_connect'),
  message: methodOf('_handleErrorMessage'),
  event: methodOf('_handleErrorEvent'),
  all: methodOf('_errorAllQueries'),
}

function methodOf(name: string): (argument: unknown) => void {
  const method: unknown = Reflect.get(pg.Client.prototype, name)
  if (typeof method !== 'function') throw new Error('This release of pg handles errors elsewhere.')
  return function handle(this: unknown, argument) {
    Reflect.apply(method, this, [argument])
  }
}
