/** A connection whose errors say what to do, where a person can do something about them. */
import pg from 'pg'
import { Failure } from '../failure.ts'
import { SESSION_BLOCKED } from './embedded/session-multiplexer.ts'

type PgError = Error & { code?: string }

/** SQLSTATE of a write that found no room. */
const DISK_FULL = '53100'

/** A page with a wrong checksum, an index that contradicts its table, a file that is gone. */
const DAMAGED = new Set(['XX001', 'XX002', '58P01'])

/** The server went away or ended the session: shut down, crashed, starting, or its machine is gone. */
const LOST = new Set([
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The socket of another process that owned the data directory and has let it go.
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** `pg` gives these two no code. */
const LOST_WORDS = /^(Connection terminated|timeout exceeded when trying to connect)/

/**
 * The overridden methods are how `pg` connects, takes an error message from the wire, and ends the
 * statements of a broken connection; a release that renames them is noticed at the start.
 */
export class FailingClient extends pg.Client {
  _connect(callback: (error: unknown) => void): void {
    const told = (error: unknown): void => callback(error instanceof Error ? curable(error) : error)
    inherited.connect.call(this, told)
  }

  _handleErrorMessage(message: PgError): void {
    inherited.message.call(this, curable(message))
  }

  _errorAllQueries(error: PgError): void {
    inherited.all.call(this, curable(error))
  }
}

function curable(error: PgError): Error {
  const code = error.code ?? ''
  if (code === SESSION_BLOCKED) {
    return new Failure(SESSION_BLOCKED, {
      // The message of the error names the statements that wait for each other.
      pt: `Uma transação aberta bloqueia o banco embutido; relate este erro: ${error.message}`,
      en: error.message,
    })
  }
  if (code === DISK_FULL) return diskFull(error)
  if (DAMAGED.has(code)) return damaged(error)
  return LOST.has(code) || LOST_WORDS.test(error.message) ? lost(error) : error
}

function diskFull(cause: Error): Failure {
  return new Failure(
    'disk-full',
    {
      pt: 'O disco do banco de dados está cheio: libere espaço e execute de novo.',
      en: 'The disk of the database is full: make room, then run again.',
    },
    { cause },
  )
}

function damaged(cause: Error): Failure {
  return new Failure(
    'database-damaged',
    {
      pt:
        `O banco de dados está danificado (${cause.message}). Pare o frota e restaure a última ` +
        'cópia (frota doctor a mostra): frota restore PASTA --replace',
      en:
        `The database is damaged (${cause.message}). Stop frota and restore the last backup ` +
        '(frota doctor shows it): frota restore FOLDER --replace',
    },
    { cause },
  )
}

function lost(cause: Error): Failure {
  return new Failure(
    'database-unreachable',
    {
      pt:
        'O banco de dados deixou de responder; o que estava gravado está guardado. Quando ele ' +
        'voltar, repita o comando; uma execução continua com: frota resume',
      en:
        'The database does not answer any more; what was written is kept. When it is back, repeat ' +
        'the command; a run goes on with: frota resume',
    },
    { cause },
  )
}

const inherited = {
  connect: methodOf('_connect'),
  message: methodOf('_handleErrorMessage'),
  all: methodOf('_errorAllQueries'),
}

function methodOf(name: string): (argument: unknown) => void {
  const method: unknown = Reflect.get(pg.Client.prototype, name)
  if (typeof method !== 'function') throw new Error('This release of pg handles errors elsewhere.')
  return function handle(this: unknown, argument) {
    Reflect.apply(method, this, [argument])
  }
}
