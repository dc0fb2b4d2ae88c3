/** Pure. What a person is told of a run: counts, sums and a link; no document, no name, no plate. */
import { sayIn } from '../../bilingual.ts'
import { instant } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import type { ForPersonBefore } from '../../ledger/notices/notices.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'
import type { Stages } from '../stages/read-stages.ts'
import { importWords, stageWords, type StageWords } from '../stages/stage-words.ts'

export interface Message {
  readonly type: 'run.ended' | 'upload.done' | 'person.waits'
  readonly at: string
  readonly fleet: string
  readonly title: string
  readonly text: string
  readonly url: string | null
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

export interface EndedRun {
  readonly run: Run
  readonly stages: Stages
  /** Exceptions for a person, in all. */
  readonly forPerson: number
}

type Told = Pick<Config, 'FROTA_LOCALE' | 'FROTA_CONSOLE_ORIGIN'>

export function runMessage({ run, stages, forPerson }: EndedRun, config: Told): Message {
  const { consultations, orders, file } = stages
  const isUpload = run.importId !== null && file?.id === run.importId
  const reader = readerOf(config)
  const { say } = reader
  const state = wordFor(messagesOf(config.FROTA_LOCALE).runStates, run.state)
  const { members, answered, failed } = consultations
  const { proposed, placed } = orders
  const { import: sheet, consult, order } = stageWords(stages, reader)
  const lines = [
    ...(run.simulated
      ? [say('SIMULADO: nada foi liquidado.', 'SIMULADO: nothing was settled.')]
      : []),
    ...[...(isUpload ? [sheet] : []), consult, order].map(oneLine),
    say(`Exceções para uma pessoa: ${forPerson}`, `Exceptions for a person: ${forPerson}`),
  ]
  const title = say(
    `frota: ${isUpload ? 'planilha importada, ' : ''}execução ${run.number} de ${run.fleetName}: ${state}`,
    `frota: ${isUpload ? 'sheet imported, ' : ''}run ${run.number} of ${run.fleetName}: ${state}`,
  )
  return linked(config, `/runs/${run.number}`, {
    type: isUpload ? 'upload.done' : 'run.ended',
    at: instant(run.endedAt?.getTime() ?? run.startedAt.getTime()),
    fleet: run.fleetName,
    title,
    text: lines.join('\n'),
    facts: {
      run: run.number,
      command: run.command,
      state: run.state,
      simulated: run.simulated,
      members,
      answered,
      failed,
      proposed,
      proposedCents: Number(orders.proposedCents),
      placed,
      placedCents: Number(orders.placedCents),
      givenUp: run.givenUp.length,
      forPerson,
    },
  })
}

/** Told when more wait than `before`: at the run of the fleet that was told of last, if any was. */
export function personMessage(
  { run, forPerson }: Pick<EndedRun, 'run' | 'forPerson'>,
  before: ForPersonBefore | undefined,
  config: Told,
): Message {
  const say = sayIn(config.FROTA_LOCALE)
  const [were, there] = before?.forPerson === 1 ? ['Era', 'There was'] : ['Eram', 'There were']
  return linked(config, '/exceptions', {
    type: 'person.waits',
    at: instant(run.endedAt?.getTime() ?? run.startedAt.getTime()),
    fleet: run.fleetName,
    title: say(
      `frota: ${forPerson} ${forPerson === 1 ? 'espera' : 'esperam'} por uma pessoa em ${run.fleetName}`,
      `frota: ${forPerson} ${forPerson === 1 ? 'waits' : 'wait'} for a person in ${run.fleetName}`,
    ),
    text: say(
      `${before === undefined ? '' : `${were} ${before.forPerson} na execução ${before.run}. `}Veja em Exceções, no console, ou no terminal: frota status`,
      `${before === undefined ? '' : `${there} ${before.forPerson} at run ${before.run}. `}See Exceptions in the console, or in a terminal: frota status`,
    ),
    facts: { run: run.number, forPerson, before: before?.forPerson ?? null },
  })
}

/** A sheet that came to nothing, or was imported without a run of its own (the watched folder). */
export function importMessage(file: Import, fleet: string, config: Told): Message {
  const reader = readerOf(config)
  const { say } = reader
  const isRefused = file.state === 'refused'
  const [pt, en] = isRefused ? ['recusada', 'refused'] : ['importada', 'imported']
  const { read, accepted, repaired, rejected, state } = file
  return linked(config, '/', {
    type: 'upload.done',
    at: instant(file.finishedAt?.getTime() ?? file.receivedAt.getTime()),
    fleet,
    title: say(`frota: planilha de ${fleet} ${pt}`, `frota: sheet of ${fleet} ${en}`),
    text: oneLine(importWords(file, reader)),
    facts: { state, read, accepted, repaired, rejected },
  })
}

function oneLine({ name, said }: StageWords): string {
  return `${name}: ${said.join(', ')}`
}

function readerOf({ FROTA_LOCALE: locale }: Told) {
  return { locale, say: sayIn(locale) }
}

function linked(
  { FROTA_CONSOLE_ORIGIN: origin }: Told,
  path: string,
  message: Omit<Message, 'url'>,
): Message {
  if (origin === undefined) return { ...message, url: null }
  const url = `${origin}${path}?fleet=${encodeURIComponent(veilDocuments(message.fleet))}`
  return { ...message, url, text: `${message.text}\n\n${url}` }
}

/** `permanent`: trying again would end the same. */
export type Delivery =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly why: string; readonly isPermanent: boolean }

/** The same at each try, so that a receiver can tell that it has it already. */
interface Sent extends Message {
  readonly id: string
}

export interface Receiver {
  readonly kind: 'webhook' | 'mail'
  /** The kind and a hash, since an address may be a person's: the ledger keeps this. */
  readonly name: string
  /** Never rejects. */
  readonly send: (message: Sent) => Promise<Delivery>
}
