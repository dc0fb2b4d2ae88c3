/** What makes a line the same line when its statement, or a longer one, is read again. */
import { hash } from 'node:crypto'
import type { StatementAccount, StatementLine } from '../../../sheets/statement/statement.ts'

type KeyedAccount = Pick<StatementAccount, 'bankId' | 'branch' | 'account'>
type KeyedLine = Pick<StatementLine, 'id' | 'day' | 'cents' | 'memo'>

/**
 * A key for each line of an account, in their order. Banks give one FITID to many lines, so day and
 * amount belong to it; without any id the memo does. Lines that are equal in all of that count from
 * 0. The key is a hash, because a memo may name a person.
 */
export function lineKeys(account: KeyedAccount, lines: readonly KeyedLine[]): string[] {
  const counts = new Map<string, number>()
  const owner = [account.bankId, account.branch, account.account].map(bare)
  return lines.map(({ id, day, cents, memo }) => {
    const what = isPlaceholder(id) ? ['memo', memo] : ['id', id]
    const text = JSON.stringify([...owner, ...what, day, cents.toString()])
    const ordinal = counts.get(text) ?? 0
    counts.set(text, ordinal + 1)
    return hash('sha256', `${text} ${ordinal}`).slice(0, KEY_CHARACTERS)
  })
}

/** 128 bits: no two of any number of lines are alike by chance. */
const KEY_CHARACTERS = 32

/** `0341` and `341`, `12345-9` and `123459` are the same bank and account. */
export function bare(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
}

/** Bank, branch and number, as far as the line's file named them; the number is the last. */
export function accountParts({ account }: { readonly account: string }): string[] {
  return account.split('/').map(bare)
}

/** Some banks write zeros where they have no id. */
export function isPlaceholder(id: string): boolean {
  return /^0*$/.test(id)
}
