/** The one place where an error of the database becomes a sentence with a cure. Pure. */
import pg from 'pg'
import type { Bilingual } from '../bilingual.ts'
import { errorCode } from '../directory-failure.ts'
import { Failure } from '../failure.ts'
import { SESSION_BLOCKED } from './embedded/session-multiplexer.ts'

/** A page with a wrong checksum, an index that contradicts its table, a file that is gone. */
const DAMAGED = new Set(['XX001', 'XX002', '58P01'])

/**
 * The server went away or ended the session: shut down, crashed, starting, or its machine is gone.
 * ENOENT: the socket of another process that owned the data directory and has let it go.
 */
const LOST =
  /^(57P0[123]|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/
/** `pg` gives these no code. */
const LOST_WORDS =
  /^(Connection terminated|Client .*not queryable$|timeout exceeded when trying|timeout expired)/

/** Of a standby after a fail-over, too. */
export const READ_ONLY: Bilingual = {
  pt:
    'O banco de dados só aceita leitura: aponte DATABASE_URL para o servidor principal, ou retire ' +
    'default_transaction_read_only do usuário ou do banco.',
  en:
    'The database takes no changes (read-only): point DATABASE_URL at the primary server, or ' +
    'remove default_transaction_read_only from the user or the database.',
}

/** `what`: in the words of the server, "permission denied for table lease". */
export function noRight(what: string): Bilingual {
  return {
    pt:
      `O usuário de DATABASE_URL não tem os direitos de que o frota precisa (${what}): use o dono ` +
      'do banco e dos seus esquemas, ou dê-lhe os direitos dele: GRANT dono TO usuário',
    en:
      `The user of DATABASE_URL lacks rights that frota needs (${what}): use the owner of the ` +
      "database and of its schemas, or give it the owner's rights: GRANT owner TO user",
  }
}

const FULL: Bilingual = {
  pt: 'O disco do banco de dados está cheio: libere espaço e execute de novo.',
  en: 'The disk of the database is full: make room, then run again.',
}

const LOST_LATER: Bilingual = {
  pt:
    'O banco de dados deixou de responder; o que estava gravado está guardado. Quando ele voltar, ' +
    'repita o comando; uma execução continua com: frota resume',
  en:
    'The database does not answer any more; what was written is kept. When it is back, repeat the ' +
    'command; a run goes on with: frota resume',
}

/** By SQLSTATE: why a server takes no connection. */
const REFUSALS: Readonly<Record<string, Bilingual>> = {
  '28P01': {
    pt: 'recusou o usuário ou a senha: corrija DATABASE_URL.',
    en: 'refused the user or the password: correct DATABASE_URL.',
  },
  '28000': {
    pt: 'recusou o usuário: permita-o (pg_hba.conf), ou corrija DATABASE_URL.',
    en: 'refused the user: allow it (pg_hba.conf), or correct DATABASE_URL.',
  },
  '3D000': {
    pt: 'não tem um banco com esse nome: crie-o (createdb), ou corrija DATABASE_URL.',
    en: 'has no database of that name: make it (createdb), or correct DATABASE_URL.',
  },
  '53300': {
    pt: 'não tem mais conexões livres: aumente max_connections, ou use menos trabalhadores.',
    en: 'has no connection left: raise max_connections, or use fewer workers.',
  },
}

/** What ended a statement, or the wait for a connection; any other error comes back as it is. */
export function databaseFailure(cause: Error): Error {
  const { message } = cause
  const code = errorCode(cause)
  if (cause instanceof Failure) return cause
  if (code === SESSION_BLOCKED) {
    // The message of the error names the statements that wait for each other.
    const pt = `Uma transação aberta bloqueia o banco embutido; relate este erro: ${message}`
    return new Failure(SESSION_BLOCKED, { pt, en: message })
  }
  if (code === '53100') return new Failure('disk-full', FULL, { cause })
  if (code === '42501') return new Failure('database-unreachable', noRight(message), { cause })
  if (code === '25006') return new Failure('database-unreachable', READ_ONLY, { cause })
  if (DAMAGED.has(code)) {
    const sentence = {
      pt:
        `O banco de dados está danificado (${message}). Pare o frota e restaure a última ` +
        'cópia (frota doctor a mostra): frota restore PASTA --replace',
      en:
        `The database is damaged (${message}). Stop frota and restore the last backup ` +
        '(frota doctor shows it): frota restore FOLDER --replace',
    }
    return new Failure('database-damaged', sentence, { cause })
  }
  return isLost(cause) ? new Failure('database-unreachable', LOST_LATER, { cause }) : cause
}

/** What ended an attempt to connect; `place`: host and port, never the user or the password. */
export function connectionFailure(thrown: Error, place: string): Error {
  const error = databaseFailure(thrown)
  if (error instanceof Failure) return error
  const { pt, en } = refusal(error)
  const sentence = {
    pt: `O banco de dados em ${place} ${pt}`,
    en: `The database at ${place} ${en}`,
  }
  return new Failure('database-unreachable', sentence, { cause: error })
}

/** The same at the start, where a server that does not answer may never have been there. */
export function startFailure(thrown: unknown, place: string): unknown {
  const cause = thrown instanceof Failure ? thrown.cause : thrown
  if (!isLost(cause)) return thrown
  const code = errorCode(cause) || cause.message
  const [pt, en] =
    code === '57P03'
      ? ['está iniciando ou parando. Espere', 'is starting or stopping. Wait']
      : [`não responde (${code}). Inicie-o`, `does not answer (${code}). Start it`]
  return new Failure(
    'database-unreachable',
    {
      pt:
        `O banco de dados em ${place} ${pt}, ou corrija DATABASE_URL; sem DATABASE_URL usa-se um ` +
        'banco embutido.',
      en:
        `The database at ${place} ${en}, or correct DATABASE_URL; without DATABASE_URL an embedded ` +
        'database is used.',
    },
    { cause },
  )
}

/** Whether the server is away for a time, as while it restarts: what a wait may cure. */
export function isAway(error: unknown): boolean {
  return error instanceof Failure && error.code === 'database-unreachable' && isLost(error.cause)
}

function isLost(error: unknown): error is Error {
  return error instanceof Error && (LOST.test(errorCode(error)) || LOST_WORDS.test(error.message))
}

/** The words of `pg` for a password that is asked for and not given. */
const PASSWORD_MISSING = /^SASL: .*password must be a/

function refusal(error: Error): Bilingual {
  const known = REFUSALS[errorCode(error)]
  if (known !== undefined) return known
  if (PASSWORD_MISSING.test(error.message)) {
    return {
      pt: 'pede uma senha: ponha-a em DATABASE_URL.',
      en: 'asks for a password: put it into DATABASE_URL.',
    }
  }
  const why = [error.message, errorCode(error)].filter(Boolean).join(', ')
  // A full disk is such an error, too: the server cannot write its init file, and says XX000.
  return error instanceof pg.DatabaseError
    ? {
        pt: `recusa a conexão (${why}): veja o registro e o espaço em disco do servidor.`,
        en: `refuses the connection (${why}): see the log and the disk space of the server.`,
      }
    : {
        pt: `não pode ser usado (${why}): corrija DATABASE_URL.`,
        en: `cannot be used (${why}): correct DATABASE_URL.`,
      }
}
