/** `frota bank match STATEMENT`: reads a bank's statement and matches it; twice changes nothing. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { plainDay, wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { counted } from '../../app/counted.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { BankLine } from '../../ledger/books/bank-lines.ts'
import {
  accountParts,
  bare,
  isPlaceholder,
  lineKeys,
} from '../../reconciliation/books/bank/line-keys.ts'
import {
  repeatedLines,
  type GivenLine,
  type RepeatedLine,
} from '../../reconciliation/books/bank/repeated-lines.ts'
import { daysBefore, firstDay, monthOf, previousMonth } from '../../fleet/calendar/months.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { readStatement } from '../../sheets/statement/read-statement.ts'
import type {
  Statement,
  StatementAccount,
  StatementProblem,
} from '../../sheets/statement/statement.ts'
import type { CommandContext } from '../context.ts'
import { matchAndTell, readOrders } from './bank-words.ts'
import { bothOf, inLocale } from '../../bilingual.ts'
import type { Output } from '../../app/output.ts'
import { unreadableFile } from '../../unreadable-file.ts'

const REPEATED_LISTED_MAX = 20

/** Banks list what is scheduled for some weeks. */
const DAYS_AHEAD_MAX = 31

export async function run(context: CommandContext): Promise<void> {
  const { output, words } = context
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
    const { lines: known } = await ledger.bank.facts(fleet.id)
    const began = (await ledger.stores.runs.firstStart(fleet.id)) ?? at
    refuseFar(lines, { name: basename(path), began, at }, context)
    if (context.flags['new-account'] !== true) refuseUnknown(lines, known, basename(path))
    const repeated = context.flags['add-repeated'] === true ? [] : repeatedLines(lines, known)
    const leftOut = new Set(repeated.map(({ line }) => line))
    const added = await ledger.bank.addLines(
      fleet.id,
      lines.filter((line) => !leftOut.has(line)),
      { fileName: basename(path), at },
    )
    const counts = [
      counted('row', 'read', lines.length, output),
      counted('row', 'added', added, output),
    ]
    output.line(`${output.say('Extrato      ', 'Statement    ')}${counts.join(' · ')}`)
    for (const problem of statement.problems) output.line(`  ${statementNote(problem, output)}`)
    tellRepeated(context, repeated)
    const read = await readOrders(context, ledger, fleet)
    await matchAndTell(context, ledger, fleet, read, {
      file: basename(path),
      lines: lines.length,
      added,
      repeated: repeated.map(({ line: { day, cents }, fileName }) => {
        return { day, cents: cents.toString(), file: fileName }
      }),
    })
  })
}

function tellRepeated({ output, config }: CommandContext, repeated: readonly RepeatedLine[]): void {
  if (repeated.length === 0) return
  const display = displayFor(output.locale, config.FROTA_TIME_ZONE)
  output.tell(
    `  ${repeated.length} já lidas de outro arquivo (se são outras linhas: --add-repeated)`,
    `  ${repeated.length} read from another file before (if they are other lines: --add-repeated)`,
  )
  for (const { line, fileName } of repeated.slice(0, REPEATED_LISTED_MAX)) {
    output.line(`    ${display.date(line.day)}  ${display.money(line.cents)}  ${fileName}`)
  }
  const more = repeated.length - REPEATED_LISTED_MAX
  if (more > 0) output.line(`    … ${more}`)
}

async function bytesOf(path: string): Promise<Uint8Array> {
  return readFile(path).catch((cause: unknown) => {
    throw unreadableFile('usage', path, cause)
  })
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
  const named = statement.accounts.map((each) =>
    each.account === '' && typeof given === 'string' ? { ...each, account: given } : each,
  )
  if (named.some(({ account }) => account === '')) {
    throw new Failure('usage', {
      pt: `${name} não diz de que conta é; acrescente --account CONTA (a mesma em todo mês).`,
      en: `${name} does not say whose account it is; add --account ACCOUNT (the same every month).`,
    })
  }
  // Another name would bring all lines of an account once more.
  const chosen = named.filter(
    (each) =>
      typeof given !== 'string' ||
      partsOf(each).some((_, at, parts) => bare(parts.slice(at).join('')) === bare(given)),
  )
  if (chosen.length > 0) return chosen.flatMap(keyed)
  const labels = named.map((each) => partsOf(each).join('/')).join(', ')
  throw new Failure('usage', {
    pt: `${name} é da conta ${labels}, e não de ${String(given)}; retire --account.`,
    en: `${name} is of the account ${labels}, not of ${String(given)}; leave --account out.`,
  })
}

/** A line of a wrong year would wait for a person in every month to come. */
function refuseFar(
  lines: readonly BankLine[],
  { name, began, at }: { readonly name: string; readonly began: Date; readonly at: Date },
  { output, config: { FROTA_TIME_ZONE: zone } }: CommandContext,
): void {
  const first = firstDay(previousMonth(monthOf(plainDay(began.getTime(), zone))))
  const last = daysBefore(plainDay(at.getTime(), zone), -DAYS_AHEAD_MAX)
  const far = lines.find(({ day }) => day < first || day > last)
  if (far === undefined) return
  const display = displayFor(output.locale, zone)
  const line = `${display.date(far.day)}, ${display.money(far.cents)}, "${far.memo}"`
  const start = display.date(first)
  const [pt, en] =
    far.day < first
      ? [
          `antes de ${start}, início do mês anterior à primeira execução`,
          `before ${start}, the start of the month before the first run`,
        ]
      : [`mais de ${DAYS_AHEAD_MAX} dias à frente`, `more than ${DAYS_AHEAD_MAX} days ahead`]
  throw new Failure('file-refused', {
    pt: `${name} não foi lido, nada mudou: uma linha é de ${pt} (${line}); corrija a data ou retire a linha.`,
    en: `${name} was not read, nothing changed: a line is ${en} (${line}); correct its date or take it out.`,
  })
}

/** A statement of another company would stay in the books of each month that closes with it. */
function refuseUnknown(lines: readonly BankLine[], known: readonly BankLine[], name: string): void {
  const numbers = new Set(known.map((line) => accountParts(line).at(-1)))
  const other = lines.find((line) => !numbers.has(accountParts(line).at(-1)))
  if (other === undefined || known.length === 0) return
  const labels = [...new Set(known.map(({ account }) => account))].join(', ')
  throw new Failure('usage', {
    pt: `${name} é da conta ${other.account}; até hoje só houve ${labels}. É da frota? --new-account`,
    en: `${name} is of the account ${other.account}; so far there was only ${labels}. Is it the fleet's? --new-account`,
  })
}

function keyed(account: StatementAccount): GivenLine[] {
  const keys = lineKeys(account, account.lines)
  return account.lines.map(({ id, day, cents, memo, reference }, at) => ({
    identity: keys[at] ?? '',
    account: partsOf(account).join('/'),
    day,
    cents,
    // A memo may name who paid whom.
    memo: veilDocuments(memo),
    reference: veilDocuments(reference),
    hasId: !isPlaceholder(id),
  }))
}

function partsOf({ bankId, branch, account }: StatementAccount): string[] {
  return [bankId, branch, account].filter((part) => part !== '')
}

const WORDS = bothOf<StatementProblem['code']>({
  'S-AMOUNT': [
    'um valor falta ou não é claro; escreva-o como 1.234,00',
    'an amount is missing or not clear; write it as 1.234,00',
  ],
  'S-FORMAT': [
    'não é OFX nem CSV; baixe o extrato num desses formatos',
    'it is neither OFX nor CSV; download the statement as one of them',
  ],
  'S-BYTES': ['é grande demais; divida o período', 'it is too large; split the period'],
  'S-COLUMNS': [
    'não há colunas de data e valor; confira o cabeçalho',
    'there are no columns of date and amount; check the header',
  ],
  'S-CURRENCY': ['não é em reais', 'it is not in reais'],
  'S-CUT': ['termina no meio; baixe-o de novo', 'it ends in the middle; download it again'],
  'S-DATE': [
    'uma data falta ou não existe; escreva-a como dd/mm/aaaa',
    'a date is missing or does not exist; write it as dd/mm/yyyy',
  ],
  'S-DELIMITER': ['não se acha o separador das colunas', 'no separator of columns is found'],
  'S-EMPTY': ['está vazio', 'it is empty'],
  'S-LINES': ['tem linhas demais; divida o período', 'it has too many lines; split the period'],
  'S-ROW': ['uma linha não tem as colunas do cabeçalho', 'a row has not the columns of the header'],
  'S-SIDE': [
    'os valores não têm sinal e a coluna não diz se o dinheiro saiu ou entrou; escreva D ou C nela',
    'amounts have no sign and the column does not tell money out from money in; write D or C in it',
  ],
  'S-ID-MISSING': [
    'linhas sem identificador do banco: valem conta, dia, valor e texto',
    'lines without an id of the bank: account, day, amount and text count',
  ],
  'S-ID-REPEATED': ['linhas com identificador repetido', 'lines with a repeated id'],
  'S-TEXT-CUT': ['textos longos demais foram cortados', 'texts that are too long were cut'],
  'S-BALANCES': ['linhas de saldo, puladas', 'lines of balance, left out'],
  'S-NO-AMOUNT': ['linhas sem valor, puladas', 'lines without an amount, left out'],
  'S-SIGN': [
    'o sinal contradiz o tipo; vale o sinal',
    'the sign contradicts the type; the sign counts',
  ],
  'S-SECOND-TABLE': [
    'outra tabela começa ali e não foi lida',
    'another table begins there and was not read',
  ],
})

/** What was wrong with a statement, or noted of it, in the reader's words. */
function statementNote(
  { code, line, value = '', count }: StatementProblem,
  { locale, say }: Pick<Output, 'locale' | 'say'>,
): string {
  const at = line === undefined ? '' : say(` (linha ${line})`, ` (line ${line})`)
  const text = value === '' ? '' : ` "${veilDocuments(value)}"`
  const many = count === undefined ? '' : ` (${count})`
  return `${code}: ${inLocale(WORDS[code], locale)}${at}${text}${many}`
}
