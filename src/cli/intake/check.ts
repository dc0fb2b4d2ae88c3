/** `frota check FILE`: shows how a file is read and what to correct; sends nothing. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { judgeFile } from '../../reconciliation/intake/judge-file.ts'
import type { JudgedFile } from '../../reconciliation/intake/judged.ts'
import { differenceLines, optionLines } from '../../app/intake/difference-lines.ts'
import { DifferenceWatch, type FileDifference } from '../../app/intake/file-difference.ts'
import { IssueGroups } from '../../reconciliation/intake/verdicts/group-issues.ts'
import { watchRows } from '../../reconciliation/intake/watch-rows.ts'
import type { CommandContext } from '../context.ts'
import { openOutput } from '../output.ts'
import type { Output } from '../../app/output.ts'
import { fileFlags } from '../given-file.ts'
import { countLine, problemLines, groupsObject, understoodLines } from './check-lines.ts'
import { giveBack, verdictForm, type GivenBack } from './give-back.ts'
import { knownFleetFacts } from './known-fleet-facts.ts'
import { openGiven, type InputFile } from './open-input.ts'
import { commandPath, noVehicleFailure, refusedFile } from './refused-file.ts'
import { shownCell } from '../../app/printable.ts'
import { showReading, Stopped, stoppable } from './show-reading.ts'

/** Exit codes under `--exit-code`: rows wait for a person; the fleet could not be looked up. */
const EXIT_NEEDS_PERSON = 20
const EXIT_NOT_COMPARED = 1
/** As shells report an interrupted program. */
const EXIT_INTERRUPTED = 130
const STDOUT = '-'

export async function run(given: CommandContext): Promise<void> {
  const [path] = given.words
  if (path === undefined) throw new Failure('usage', NOTHING_NAMED)
  const context = { ...given, output: outputOf(given) }
  const { output, config, stop } = context
  try {
    await using input = await openGiven(path, { config, stop })
    await check(context, input)
  } catch (error) {
    if (!(error instanceof Stopped) && !stop.aborted) throw error
    output.tell('Parado: nada foi gravado nem enviado.', 'Stopped: nothing was written or sent.')
    context.exitWith(EXIT_INTERRUPTED)
  }
}

async function check(context: CommandContext, input: InputFile): Promise<void> {
  const { flags, config, output, stop } = context
  const given = fileFlags(flags)
  const isFixing = flags['fix'] === true
  // A plate that nothing else can mean is a certain suggestion.
  const asked = isFixing ? { ...given, repairPlates: true } : given
  const known = await knownFleetFacts(config)
  const remembered =
    known instanceof Failure || asked.forgetReading === true ? undefined : known.reading
  const before = known instanceof Failure ? undefined : known.before
  const progress = showReading(output, input.byteLength)
  const source = stoppable(input.source, { stop, passed: progress.passed })
  const judged = await judgeFile(source, {
    ...asked,
    ...(remembered === undefined ? {} : { remembered }),
    ...(before === undefined ? {} : { vehicles: before.vehicles, former: before.former }),
  })
  if ('refused' in judged) {
    output.object(judged)
    throw refusedFile(judged, { path: context.words[0] ?? '', asked: given, fleet: flags['fleet'] })
  }
  const issues = new IssueGroups()
  const watch = before && new DifferenceWatch(before, judged)
  const rows = watchRows(judged.rows, watch === undefined ? [issues] : [issues, watch])
  const file = await writeBack(context, input, { ...judged, rows })
  const isUsable = judged.counts.accepted + judged.counts.repaired > 0
  const difference = isUsable ? await watch?.difference(source) : undefined
  progress.end()
  const { understood, counts } = judged
  for (const line of understoodLines(understood, asked, output)) output.line(line)
  if (known instanceof Failure) sayUnreachable(known, output)
  output.line(countLine(judged, output))
  const groups = issues.sorted()
  for (const line of problemLines(groups, output)) output.line(line)
  if (difference !== undefined) sayDifference(difference, config, output)
  sayGivenBack(file, judged, { output, isFixing, onlyProblems: flags['only-problems'] === true })
  const { path, failure } = file
  output.object({
    understood,
    defaults: Object.keys(asked.defaults),
    counts,
    issues: groupsObject(groups, output.locale),
    ...(difference === undefined ? {} : { difference }),
    ...(known instanceof Failure ? { fleetProblem: known.in(output.locale) } : {}),
    file: path,
    ...(failure === undefined ? {} : { fileProblem: failure.in(output.locale) }),
  })
  if (flags['exit-code'] === true) {
    if (known instanceof Failure) context.exitWith(EXIT_NOT_COMPARED)
    else if (counts.rejected > 0) context.exitWith(EXIT_NEEDS_PERSON)
  }
  const made = groups.filter(({ issue }) => issue.code === 'R-PLACEHOLDER')
  const placeholders = made.reduce((sum, { count }) => sum + count, 0)
  if (!isUsable) throw noVehicleFailure(counts, placeholders)
  const { refusal = null } = difference ?? {}
  if (refusal !== null) throw new Failure('file-refused', refusal)
}

async function writeBack(
  { flags, config, output }: CommandContext,
  input: InputFile,
  judged: JudgedFile,
): Promise<GivenBack> {
  const { out, 'only-problems': problems, fix } = flags
  const onlyProblems = problems === true
  const { locale } = output
  const rows = onlyProblems ? 'rejected' : 'all'
  const place = typeof out === 'string' ? out : undefined
  const { write, extension } = verdictForm(judged.understood, place)
  const pieces = write(judged.understood, judged.rows, { rows, locale, fix: fix === true })
  if (out === STDOUT) {
    await pipeline(Readable.from(pieces), process.stdout, { end: false }).catch(unlessClosed)
    return { path: STDOUT }
  }
  return giveBack(input, pieces, extension, {
    out: place,
    onlyProblems,
    dataDir: config.FROTA_DATA_DIR,
    nowMs: wallClock.now(),
    locale,
  })
}

/** Ignores that the reader of a pipe closed it (`| head`). */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

/** If the file goes to standard output, messages for people go to standard error. */
function outputOf({ flags, output }: CommandContext): Output {
  if (flags['out'] !== STDOUT) return output
  if (!output.json) return openOutput(process.stderr, { json: false, locale: output.locale })
  throw new Failure('usage', {
    pt: '--json e --out - usam ambos a saída padrão; dê um arquivo a --out.',
    en: '--json and --out - both use standard output; give --out a file.',
  })
}

function sayUnreachable(why: Failure, { line, say, locale }: Output): void {
  const what = say('Frota e colunas lembradas não consultadas', 'Fleet and columns not looked up')
  line(`! ${what}: ${why.in(locale)}`)
}

function sayDifference(
  difference: FileDifference,
  { FROTA_FLEET: fleet, FROTA_TIME_ZONE: zone }: CommandContext['config'],
  output: Output,
): void {
  const title = output.say('A frota com esta planilha', 'The fleet with this file')
  output.line(`${title} (${shownCell(fleet)}):`)
  const { refusal } = difference
  const refused = output.say(
    `! frota reconcile recusaria este arquivo (${refusal?.code}).`,
    `! frota reconcile would refuse this file (${refusal?.code}).`,
  )
  const lines = [
    ...(refusal === null ? [] : [refused]),
    ...differenceLines(difference, zone, output),
    ...optionLines(difference, output),
  ]
  for (const line of lines) output.line(`  ${line}`)
}

function sayGivenBack(
  { path, failure }: GivenBack,
  { counts }: JudgedFile,
  asked: { readonly output: Output; readonly isFixing: boolean; readonly onlyProblems: boolean },
): void {
  const { output, isFixing, onlyProblems } = asked
  const { say, line, locale, tell } = output
  if (failure !== undefined) line(`! ${failure.in(locale)}`)
  if (path === null || path === STDOUT) return
  line(`${say('Arquivo com o motivo de cada linha', 'File with the reason of each row')}: ${path}`)
  const fixed = say('Linhas com reparo, já corrigidas nele', 'Repaired rows, fixed in it')
  if (isFixing && !onlyProblems) line(`${fixed}: ${counts.repaired}`)
  if (onlyProblems) {
    tell(
      'Ele só tem linhas com problema: corrija-as na planilha inteira, pois o veículo que falta ' +
        'num arquivo enviado sai da frota.',
      'It has the rows with problems only: fix them in the whole file, since a vehicle that a ' +
        'file does not name leaves the fleet.',
    )
    return
  }
  if (counts.rejected === 0) return
  tell(
    `Corrija nele as linhas recusadas (as colunas frota_* podem ficar) e envie-o, com as mesmas ` +
      `opções: frota reconcile ${commandPath(path)}`,
    `Fix the refused rows in it (the columns frota_* may stay) and send it, with the same ` +
      `options: frota reconcile ${commandPath(path)}`,
  )
}

const NOTHING_NAMED = {
  pt: 'Diga o arquivo: frota check FROTA.csv',
  en: 'Name the file: frota check FLEET.csv',
}
