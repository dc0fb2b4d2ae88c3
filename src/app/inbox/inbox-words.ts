/** Events of the watched folder as a line for people, an object for scripts, fields for the log. */
import { basename } from 'node:path'
import type { LogFields } from '../../log.ts'
import { counted } from '../counted.ts'
import type { Output } from '../output.ts'
import { importNotes } from '../run/import-notes.ts'
import { shownName } from '../inbox-names.ts'
import { importWords } from '../stages/stage-words.ts'
import type { Bilingual } from '../../bilingual.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import type { Why } from './take-file.ts'

type Say = Pick<Output, 'say' | 'locale'>
type Happened = Exclude<InboxEvent, { kind: 'trouble' }>

/** What happened, and a line for each note of an import. */
export function inboxLines(event: InboxEvent, output: Say): string[] {
  return [inboxLine(event, output), ...notesOf(event, output).map((note) => `  ${note}`)]
}

/** What an import changes beside its rows, unless the file was imported before. */
function notesOf(event: InboxEvent, output: Say): string[] {
  return event.kind !== 'imported' || event.isKnown ? [] : importNotes(event.done, output)
}

/** One line, whatever stands in the file's name. */
export function inboxLine(event: InboxEvent, output: Say): string {
  const { say } = output
  if (event.kind === 'trouble') return say(event.pt, event.en)
  const name = shownName(event.name)
  const start = `${event.fleet} · ${name}: `
  if (event.kind === 'refused') {
    return `${start}${say('recusado', 'refused')}: ${say(event.why.pt, event.why.en)}`
  }
  if (event.isKnown) {
    return `${start}${say('já importado antes; nada mudou', 'imported before; nothing changed')}`
  }
  const { done } = event
  const counts = [
    ...importWords(done, output).said,
    counted('vehicle', 'added', done.vehiclesAdded, output),
    counted('vehicle', 'changed', done.vehiclesChanged, output),
    done.vehiclesMissing > 0 && counted('vehicle', 'missing', done.vehiclesMissing, output),
  ]
  const said = counts.filter((part) => part !== false).join(' · ')
  const beside = event.beside === undefined ? '' : ` (${basename(event.beside)})`
  return `${start}${say('importado', 'imported')}: ${said}${beside}`
}

export function inboxObject(event: Happened, output: Say): object {
  const { kind, name, fleet, path, beside = null } = event
  const laid = { outcome: kind, fleet, file: name, path, verdict: beside }
  if (event.kind === 'refused') return { ...laid, ...event.why }
  const { done, isKnown } = event
  const { read, accepted, repaired, rejected, duplicate, skipped } = done
  return {
    ...laid,
    isKnown,
    import: done.id,
    counts: { read, accepted, repaired, rejected, duplicate, skipped },
    vehicles: {
      added: done.vehiclesAdded,
      changed: done.vehiclesChanged,
      missing: done.vehiclesMissing,
    },
    notes: notesOf(event, output),
  }
}

/** Log fields without names, since a file's name may contain personal data. */
export function logged(event: InboxEvent): {
  level: 'info' | 'warn'
  fields: LogFields
  message: string
} {
  const message = 'watched folder'
  if (event.kind === 'trouble') {
    return { level: 'info', fields: { kind: 'inbox', outcome: 'waits' }, message }
  }
  const { fleet } = event
  if (event.kind === 'refused') {
    const { code } = event.why
    return { level: 'warn', fields: { kind: 'inbox', fleet, outcome: 'refused', code }, message }
  }
  const { done, isKnown } = event
  const outcome = isKnown ? 'known' : 'imported'
  const fields = { kind: 'inbox', fleet, outcome, import: done.id, count: done.read }
  return { level: 'info', fields, message }
}

interface Laid {
  /** The file's name as it was dropped. */
  readonly name: string
  readonly fleet: string
  /** Where the file lies now. */
  readonly path: string
  /** The verdict file, or the reason, beside it. */
  readonly beside: string | undefined
}

interface Imported extends Laid {
  readonly kind: 'imported'
  readonly done: Import
  readonly isKnown: boolean
}

export type InboxEvent =
  | Imported
  | (Laid & { readonly kind: 'refused'; readonly why: Why })
  /** Something waits for a person, or for a later look. */
  | (Bilingual & { readonly kind: 'trouble' })
