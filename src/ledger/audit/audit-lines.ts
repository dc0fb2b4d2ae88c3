/**
 * Pure. The audit log as a file: one line of JSON for each entry, its text followed by its hash,
 * and a last line that names the head, which shows whether the end of the file was cut off.
 */
import { auditText, type AuditSubject, type ChainedEntry, type ChainHead } from './audit-chain.ts'
import type { ActorKind } from '../schema/tables-audit.ts'
import { isFields, type Fields } from '../../fields.ts'

/** The entry's line without a line feed. */
export function entryLine(entry: ChainedEntry): string {
  return `${auditText(entry).slice(0, -1)},"hash":"${entry.hash}"}`
}

export function headLine({ seq, hash }: ChainHead): string {
  return `{"head":{"seq":${seq},"hash":"${hash}"}}`
}

/** Characters of one line; an entry's texts are short. */
export const LINE_CHARACTERS_MAX = 64 * 1024

/** Undefined when the line is neither an entry nor a head. */
export function readLine(line: string): { entry: ChainedEntry } | { head: ChainHead } | undefined {
  const json = objectOf(line)
  if (json === undefined) return undefined
  const head = json['head']
  if (isFields(head)) {
    const seq = seqOf(head['seq'])
    return seq === undefined ? undefined : { head: { seq, hash: textOf(head['hash']) } }
  }
  const entry = entryOf(json)
  // An entry must stand exactly as this program writes it, because the hash covers the text.
  if (entry === undefined || entryLine(entry) !== line) return undefined
  return { entry }
}

function entryOf(json: Fields): ChainedEntry | undefined {
  const seq = seqOf(json['seq'])
  const at = new Date(textOf(json['at']))
  const { actor, subject, facts } = json
  if (seq === undefined || Number.isNaN(at.getTime()) || !isFields(actor)) return undefined
  const kind = ACTORS.find((each) => each === actor['kind'])
  if (kind === undefined || !isFields(subject) || !isFields(facts)) return undefined
  return {
    seq,
    at,
    actor: { kind, name: textOf(actor['name']) },
    what: textOf(json['what']),
    subject: subjectOf(subject),
    facts: JSON.stringify(facts),
    previous: textOf(json['previous']),
    hash: textOf(json['hash']),
  }
}

const ACTORS: readonly ActorKind[] = ['person', 'policy', 'command']

function subjectOf(subject: Fields): AuditSubject {
  const id = (name: string): string | undefined =>
    typeof subject[name] === 'string' ? subject[name] : undefined
  return {
    fleetId: id('fleet'),
    vehicleId: id('vehicle'),
    planId: id('plan'),
    orderId: id('order'),
    effectId: id('effect'),
  }
}

function objectOf(line: string): Fields | undefined {
  try {
    const json: unknown = JSON.parse(line)
    return isFields(json) ? json : undefined
  } catch {
    return undefined
  }
}

function seqOf(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
