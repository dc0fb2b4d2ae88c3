/** Reads what a month's folder says of itself: its manifest, which names its files. */
import { join } from 'node:path'
import { fieldsOf } from '../../fields.ts'
import { AGE_CLASSES } from '../../reconciliation/reports/age-class.ts'
import { figuresOf } from '../../reconciliation/books/close/month-manifest.ts'
import { isOutside } from '../../reconciliation/books/close/waiting.ts'
import { layoutIn } from '../../reconciliation/books/journal/journal-layout.ts'
import { listedNames, manifestIn } from '../runs/report-file.ts'

export type MonthFolder = NonNullable<ReturnType<typeof monthFrom>>

const FOLDER = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:\.([2-9]|[1-9]\d))?$/

/** `2026-11` or `2026-11.2`: a month and which of its closes; undefined for any other text. */
export function monthOfFolder(text: string): string | undefined {
  return FOLDER.exec(text)?.[1]
}

/** Undefined when the folder has no manifest of a month. */
export async function readMonth(parent: string, folder: string): Promise<MonthFolder | undefined> {
  return monthFrom(folder, await manifestIn(join(parent, folder)))
}

function monthFrom(folder: string, json: unknown) {
  const manifest = fieldsOf(json)
  const { kind, month, state, closes, asOf, closedBy, origin, files } = manifest
  const isState = state === 'preview' || state === 'closed'
  if (kind !== 'month' || typeof month !== 'string' || !isState) return undefined
  if (typeof asOf !== 'string') return undefined
  const { all } = fieldsOf(manifest['waiting'])
  const checks = Array.isArray(manifest['checks']) ? manifest['checks'].map(fieldsOf) : []
  const failed = checks.filter((check) => check['closes'] !== true)
  // Older folders are said not to close where the service alone differs.
  const outside = failed.filter(({ code }) => isOutside({ code: String(code) })).length
  // Folders of before the manifest had `waiting` name exceptions alone.
  const ages = fieldsOf(manifest['exceptions'])
  const exceptions = AGE_CLASSES.reduce(
    (sum, age) => sum + Number(fieldsOf(ages[age])['rows'] ?? 0),
    0,
  )
  return {
    folder,
    month,
    state,
    /** False where a check within the books does not agree: nobody may use the figures then. */
    closes: closes === true || (failed.length > 0 && outside === failed.length),
    /** How many figures of the service differ. */
    outside,
    simulated: origin === 'SIMULADO',
    /** ISO 8601. */
    asOf,
    closedBy: typeof closedBy === 'string' ? closedBy : '',
    /** Cents by class of movement, with `opening` and `closing`. */
    roll: Object.fromEntries(
      Object.entries(fieldsOf(manifest['roll'])).map(([name, cents]) => [name, centsOf(cents)]),
    ),
    /** Whatever waits for a person. */
    waiting: typeof all === 'number' ? all : exceptions,
    /** What a close of this preview must find again. */
    figures: figuresOf(manifest),
    /** Of its journal; undefined in folders of before the manifest had it. */
    layout: layoutIn(manifest['layout']),
    files: listedNames({ files: fieldsOf(files) }),
  }
}

function centsOf(value: unknown): bigint {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : 0n
}
