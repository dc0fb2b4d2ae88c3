/** `frota bank match STATEMENT`: reads a bank's statement and matches it; twice changes nothing. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { matchBank } from '../../app/books/match-bank.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { BankLine } from '../../ledger/books/bank-lines.ts'
import { lineKeys } from '../../reconciliation/books/bank/line-keys.ts'
import { readStatement } from '../../sheets/statement/read-statement.ts'
import type { Statement, StatementAccount } from '../../sheets/statement/statement.ts'
import type { CommandContext } from '../context.ts'
import { matchObject, tellMatch } from './bank-words.ts'
import { statementNote } from './statement-words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, words, config } = context
  const path = words[0]
  if (path === undefined) {
    throw new Failure('usage', {
      pt: 'Diga o extrato: frota bank match EXTRATO.ofx',
      en: 'Name the statement: frota bank match STATEMENT.ofx',
    })
  }
  const statement = readStatement(await bytesOf(path))
  const lines = linesOf(context, statement, basename(path))
  await withFleet(context, async (ledger, fleet) => {
    const at = new Date(wallClock.now())
    const added = await ledger.bank.addLines(fleet.id, lines, { fileName: basename(path), at })
    output.tell(
      `Extrato      ${lines.length} linhas · ${added} novas`,
      `Statement    ${lines.length} lines · ${added} new`,
    )
    for (const problem of statement.problems) output.line(`  ${statementNote(problem, output)}`)
    const match = await matchBank(ledger, fleet, config.FROTA_TIME_ZONE)
    tellMatch(context, match)
    output.object({ file: basename(path), lines: lines.length, added, ...matchObject(match) })
  })
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    const words = {
      pt: `O extrato ${path} não pode ser lido; confira o caminho.`,
      en: `The statement ${path} cannot be read; check the path.`,
    }
    throw new Failure('usage', words, { cause })
  }
}

/** Throws a Failure when the file is no statement, or does not say whose account it is. */
function linesOf({ flags, output }: CommandContext, statement: Statement, name: string) {
  const [refusal] = statement.problems
  if (statement.accounts.length === 0) {
    const why = refusal === undefined ? '' : statementNote(refusal, output)
    throw new Failure('file-refused', {
      pt: `${name} não foi lido, nada mudou: ${why}`,
      en: `${name} was not read, nothing changed: ${why}`,
    })
  }
  const given = flags['account']
  return statement.accounts.flatMap((account) => {
    const named = typeof given === 'string' ? { ...account, account: given } : account
    if (named.account === '') throw noAccount(name)
    return keyed(named)
  })
}

function keyed(account: StatementAccount): BankLine[] {
  const keys = lineKeys(account, account.lines)
  const label = [account.bankId, account.branch, account.account].filter((part) => part !== '')
  return account.lines.map(({ day, cents, memo, reference }, at) => ({
    identity: keys[at] ?? '',
    account: label.join('/'),
    day,
    cents,
    // A memo may name who paid whom.
    memo: veilDocuments(memo),
    reference: veilDocuments(reference),
  }))
}

function noAccount(name: string): Failure {
  return new Failure('usage', {
    pt: `${name} não diz de que conta é; acrescente --account CONTA (a mesma em todo mês).`,
    en: `${name} does not say whose account it is; add --account ACCOUNT (the same every month).`,
  })
}
