/**
 * Every error that a person may read, named by what to do next. A `Failure` is an expected ending:
 * its sentence says what happened and how to cure it, its code is what programs compare, and its
 * exit code follows docs/operations.md. Anything else that is thrown is a bug.
 */
import { inLocale, type Bilingual, type Locale } from './bilingual.ts'

export type Recovery = 'retry' | 'skip' | 'stop'

/** 1 failure; 2 usage, configuration or a refused file; 75 already running; 130 stopped. */
export type ExitCode = 1 | 2 | 75 | 130

const catalogue = {
  usage: { recovery: 'stop', exit: 2 },
  configuration: { recovery: 'stop', exit: 2 },
  'file-refused': { recovery: 'stop', exit: 2 },
  'directory-unwritable': { recovery: 'stop', exit: 2 },
  'wrong-key': { recovery: 'stop', exit: 2 },
  'wrong-account': { recovery: 'stop', exit: 2 },
  'wrong-service': { recovery: 'stop', exit: 2 },
  'service-unreachable': { recovery: 'retry', exit: 1 },
  'service-refused': { recovery: 'skip', exit: 1 },
  /** Of one vehicle or order; its cause: the operation, the first field that does not fit, its value. */
  'answer-unfit': { recovery: 'skip', exit: 1 },
  /** Of a whole list, or of sums; the cause as above. */
  'layout-unfit': { recovery: 'skip', exit: 1 },
  'database-unreachable': { recovery: 'retry', exit: 1 },
  'database-newer': { recovery: 'stop', exit: 2 },
  'database-differs': { recovery: 'stop', exit: 2 },
  'queue-unreachable': { recovery: 'retry', exit: 1 },
  /** The embedded database cannot be read: a person restores a backup. */
  'database-damaged': { recovery: 'stop', exit: 1 },
  'backup-damaged': { recovery: 'stop', exit: 2 },
  'disk-full': { recovery: 'stop', exit: 1 },
  'memory-short': { recovery: 'stop', exit: 1 },
  'journal-unusable': { recovery: 'stop', exit: 2 },
  'already-running': { recovery: 'retry', exit: 75 },
  'totals-differ': { recovery: 'stop', exit: 1 },
  'all-failed': { recovery: 'stop', exit: 1 },
  'work-given-up': { recovery: 'stop', exit: 1 },
  'session-blocked': { recovery: 'stop', exit: 1 },
  /** A person's Ctrl-C or SIGTERM, before what was asked for was done. */
  stopped: { recovery: 'stop', exit: 130 },
} as const satisfies Record<string, { recovery: Recovery; exit: ExitCode }>

export type FailureCode = keyof typeof catalogue

export class Failure extends Error {
  readonly code: FailureCode
  readonly sentence: Bilingual

  /** `sentence`: what happened and the cure, one or two lines; never personal data or a secret. */
  constructor(code: FailureCode, sentence: Bilingual, options?: { cause?: unknown }) {
    super(sentence.en, options)
    this.name = 'Failure'
    this.code = code
    this.sentence = sentence
  }

  /** What a person reads. */
  in(locale: Locale): string {
    return inLocale(this.sentence, locale)
  }

  get recovery(): Recovery {
    return catalogue[this.code].recovery
  }

  get exitCode(): ExitCode {
    return catalogue[this.code].exit
  }
}

const UNEXPECTED: Bilingual = {
  pt: 'Algo inesperado aconteceu; o registro do programa diz o que foi.',
  en: 'Something unexpected happened; the log of the program says what.',
}

/** What may be kept of whatever was thrown, and shown to people: a bug may name anything. */
export function sentenceOf(error: unknown): Bilingual {
  return error instanceof Failure ? error.sentence : UNEXPECTED
}

/** A reason for the ledger: `unreadable: getOrder: status: 7`; undefined of any other error. */
export function unfitReason(error: unknown): string | undefined {
  const isUnfit = error instanceof Failure && error.code.endsWith('-unfit')
  return isUnfit ? `unreadable: ${String(error.cause)}` : undefined
}

/** What to say of whatever was thrown: a failure's sentence, or what a bug needs to be found. */
export function describeError(error: unknown, locale: Locale): string {
  if (error instanceof Failure) return error.in(locale)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
