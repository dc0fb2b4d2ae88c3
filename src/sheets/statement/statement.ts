/** What a bank's statement says, whatever format it came in. */

/** One movement as the bank tells it. Its texts may name a person, with a CPF. */
export interface StatementLine {
  /** FITID of OFX; an id column of CSV. Empty where the bank gives none. */
  readonly id: string
  /** YYYY-MM-DD as the bank wrote it, in its own zone. */
  readonly day: string
  /** Below 0: money that left the account. Never 0. */
  readonly cents: bigint
  readonly memo: string
  /** CHECKNUM or REFNUM of OFX; the document's number of CSV. */
  readonly reference: string
}

/** Empty texts where the file does not say; a CSV file of most banks does not. */
export interface StatementAccount {
  readonly bankId: string
  readonly branch: string
  /** Of a credit card its last four digits, which are no card data. */
  readonly account: string
  readonly lines: readonly StatementLine[]
}

/** Each of these refuses the file: half a statement would explain half of its total. */
export type StatementRefusal =
  | 'S-AMOUNT'
  | 'S-BYTES'
  | 'S-COLUMNS'
  | 'S-CURRENCY'
  | 'S-CUT'
  | 'S-DATE'
  | 'S-DELIMITER'
  | 'S-EMPTY'
  /** No text, or XML or a page that is no statement. */
  | 'S-FORMAT'
  | 'S-LINES'
  | 'S-ROW'
  /** Amounts without a sign, beside words that do not tell whether money left or came. */
  | 'S-SIDE'

/** These are told, and the statement is read. */
export type StatementNote =
  /** Lines without an id of their own: none, or one that another line has too. */
  | 'S-ID-MISSING'
  | 'S-ID-REPEATED'
  /** Texts longer than may be were cut: an id at their end is lost. */
  | 'S-TEXT-CUT'
  /** Lines of balance, and lines that move nothing, were left out. */
  | 'S-BALANCES'
  | 'S-NO-AMOUNT'
  /** Lines whose type says debit or credit and whose sign says the other; the sign is believed. */
  | 'S-SIGN'
  /** Another table begins at this line, and it was not read. */
  | 'S-SECOND-TABLE'

export interface StatementProblem {
  readonly code: StatementRefusal | StatementNote
  /** From 1; absent where it is not about one line of the text. */
  readonly line?: number
  /** What stands there and cannot be read; it may hold a document. */
  readonly value?: string
  /** How many lines of the statement it is about. */
  readonly count?: number
  /** The limit that was passed, in the unit that its name in limits.ts tells. */
  readonly limit?: number
}

/** `accounts` is empty exactly when a problem refuses the file. */
export interface Statement {
  readonly accounts: readonly StatementAccount[]
  readonly problems: readonly StatementProblem[]
}

/** Ends the reading from deep inside it; `readStatement` turns it into a problem. */
export class StatementRefused extends Error {
  readonly problem: StatementProblem

  constructor(code: StatementRefusal, more: Omit<StatementProblem, 'code'> = {}) {
    super(code)
    this.problem = { code, ...more }
  }
}
