/**
 * `frota orders approve --file`: carries out the decisions of a proposals.csv, prints each outcome,
 * and writes proposals.result.csv beside it, with one line for each line of the file.
 */
import { readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { Failure } from '../../failure.ts'
import type { EditedCell } from '../../reconciliation/orders/deciding/bind-proposals.ts'
import type { FiledDecision } from '../../reconciliation/orders/deciding/decide-file.ts'
import { PROPOSAL_HEADERS } from '../../reconciliation/orders/deciding/proposal-headers.ts'
import { PROPOSALS_BYTES_MAX } from '../../reconciliation/orders/deciding/read-proposals.ts'
import type { CommandContext } from '../context.ts'
import { outcomeWords } from '../../app/orders/outcome-words.ts'
import { shownText } from '../../app/orders/decision-words.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { writeDecisions } from './decisions-file.ts'
import { decideReturned, readReturned } from '../../app/orders/returned-file.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { unreadableFile } from '../../unreadable-file.ts'

const EXIT_BOUNCED = 1

export async function approveFile(context: CommandContext, path: string): Promise<void> {
  const { config, output } = context
  const lines = await readReturned(await bytesOf(path))
  const person = decidingPerson(config)
  await withFleet(context, async (ledger, fleet) => {
    const decisions = await decideReturned(context, ledger, fleet, { lines, person })
    const { dir, name } = parse(path)
    const result = join(dir, `${name}.result.csv`)
    say(context, decisions)
    try {
      await writeDecisions(result, decisions, config)
    } catch (cause) {
      throw resultUnwritable(result, cause)
    }
    output.line(
      `${output.say('Resultado, linha por linha, em', 'Result, line by line, in')} ${result}`,
    )
    if (countOf(decisions, 'bounced') > 0) context.exitWith(EXIT_BOUNCED)
    output.object({
      person: person.name,
      result,
      decided: decisions.map((each) => asObject(context, each)),
    })
  })
}

function say({ output }: CommandContext, decisions: readonly FiledDecision[]): void {
  const { say: pick, locale } = output
  for (const { plate, line, outcome, planId } of decisions) {
    if (outcome.outcome === 'undecided') continue
    const where = `${pick('linha', 'line')} ${line}`
    output.line(
      `${where.padEnd(11)} ${plate.slice(0, 10).padEnd(7)}  ${outcomeWords(outcome, locale)}  ${planId.slice(0, 36)}`,
    )
  }
  const count = (outcome: FiledDecision['outcome']['outcome']): number =>
    countOf(decisions, outcome)
  output.line(
    pick(
      `${count('approved')} aprovadas, ${count('rejected')} rejeitadas, ${count('awaits-second')} aguardam uma segunda pessoa, ` +
        `${count('unchanged')} já decididas antes, ${count('bounced')} não aplicadas, ${count('undecided')} sem decisão`,
      `${count('approved')} approved, ${count('rejected')} rejected, ${count('awaits-second')} await a second person, ` +
        `${count('unchanged')} decided before, ${count('bounced')} not applied, ${count('undecided')} undecided`,
    ),
  )
}

function countOf(
  decisions: readonly FiledDecision[],
  outcome: FiledDecision['outcome']['outcome'],
): number {
  return decisions.filter((each) => each.outcome.outcome === outcome).length
}

function asObject({ output }: CommandContext, decision: FiledDecision): object {
  const { planId, plate, verdict, line, lines, outcome } = decision
  const words = outcomeWords(outcome, output.locale)
  const said = 'cell' in outcome ? { ...outcome, cell: cellAsObject(outcome.cell) } : outcome
  return { plan: planId, plate, decision: verdict ?? null, line, lines, ...said, words }
}

/** For scripts: decimals with a point and ISO dates. */
function cellAsObject({ column, found, shown }: EditedCell): object {
  return { column: PROPOSAL_HEADERS[column].en, found, shown: shownText(shown, 'en') }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const unreadable = (cause: unknown) => {
    throw unreadableFile('usage', `--file: ${path}`, cause)
  }
  const { size } = await stat(path).catch(unreadable)
  if (size > PROPOSALS_BYTES_MAX) throw tooLarge(path)
  return readFile(path).catch(unreadable)
}

function tooLarge(path: string): Failure {
  return new Failure('file-refused', {
    pt: `${path} passa do limite de ${PROPOSALS_BYTES_MAX} bytes; use o arquivo que frota orders propose gravou.`,
    en: `${path} is over the limit of ${PROPOSALS_BYTES_MAX} bytes; use the file that frota orders propose wrote.`,
  })
}

function resultUnwritable(path: string, cause: unknown): Failure {
  return new Failure(
    'directory-unwritable',
    {
      pt: `As decisões foram aplicadas, mas ${path} não pode ser gravado; o mesmo comando de novo, com o arquivo em outro diretório, mostra o que resultou.`,
      en: `The decisions were applied, but ${path} cannot be written; the same command again, with the file in another directory, shows what came of them.`,
    },
    { cause },
  )
}
