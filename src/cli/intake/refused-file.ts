/** What a person reads when no row of a file can be used: what was seen, and what cures it. */
import type { Bilingual } from '../../bilingual.ts'
import type { Flags } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { quoted } from '../../reconciliation/intake/header/column-wanted.ts'
import type { RowCounts } from '../../ledger/fleets/imports.ts'
import type { Refused } from '../../reconciliation/intake/judged.ts'
import type { FileFlags } from '../given-file.ts'
import { printable } from '../../app/printable.ts'

export interface Typed {
  /** The path as typed, for a command to copy. */
  readonly path: string
  readonly asked: FileFlags
  readonly fleet: Flags[string]
}

export function refusedFile({ refused }: Refused, typed: Typed): Failure {
  const { message, facts } = refused
  const lines = seenLines(facts, typed)
  return new Failure('file-refused', {
    pt: [printable(message.pt), ...lines.map(({ pt }) => `  ${pt}`)].join('\n'),
    en: [printable(message.en), ...lines.map(({ en }) => `  ${en}`)].join('\n'),
  })
}

function seenLines(facts: Refused['refused']['facts'], typed: Typed): readonly Bilingual[] {
  const fact = (name: string): string => printable(String(facts[name] ?? ''))
  const [recognized, others, map] = [fact('recognized'), fact('others'), fact('map')]
  const lines: Bilingual[] = []
  if (recognized !== '') {
    lines.push({ pt: `Reconhecidas: ${recognized}`, en: `Recognized: ${recognized}` })
    if (others !== '') lines.push({ pt: `Sem uso: ${others}`, en: `Without a use: ${others}` })
  }
  if (facts['unguessed'] === undefined) return lines
  const unguessed = fact('unguessed').split(', ')
  const whole = ['uf', 'ownerDocument'].filter((field) => unguessed.includes(field))
  const left = unguessed.filter((field) => field !== '' && !whole.includes(field))
  if (map === '' && (whole.length === 0 || left.length > 0)) return lines
  const command = commandFor(typed, map, whole)
  if (left.length > 0) {
    const names = left.join(', ')
    lines.push({
      pt: `Pelo conteúdo, devem ser estas, e falta dizer ${names}: ${command}`,
      en: `By their contents these may be some, and ${names} is to be said: ${command}`,
    })
  } else if (map === '') {
    lines.push({
      pt: `Se é o mesmo para o arquivo todo: ${command}`,
      en: `If it is the same for the whole file: ${command}`,
    })
  } else {
    lines.push({
      pt: `Pelo conteúdo, devem ser estas; confira e copie: ${command}`,
      en: `By their contents these may be they; check and copy: ${command}`,
    })
  }
  return lines
}

/** A command to copy; it never contains a document, even if one was typed. */
function commandFor(typed: Typed, map: string, whole: readonly string[]): string {
  const { path, fleet, asked } = typed
  const { defaults, sheet, strict = false, repairPlates = false } = asked
  const said = Object.entries(asked.map).map(([field, name]) => `${field}=${name}`)
  const columns = map === '' && said.length > 0 ? quoted(said.join(',')) : map
  const isUfWanted = whole.includes('uf')
  const isOwnerWanted = whole.includes('ownerDocument') || defaults.ownerDocument !== undefined
  return [
    `frota check ${commandPath(path)}`,
    ...(typeof fleet === 'string' ? [`--fleet ${commandPath(fleet)}`] : []),
    ...(sheet === undefined ? [] : [`--sheet ${commandPath(sheet)}`]),
    ...(columns === '' ? [] : [`--map ${columns}`]),
    ...(isUfWanted || defaults.uf !== undefined ? [`--uf ${defaults.uf ?? 'UF'}`] : []),
    ...(isOwnerWanted ? ['--owner-document CNPJ'] : []),
    ...(strict ? ['--strict'] : []),
    ...(repairPlates ? ['--repair-plates'] : []),
  ].join(' ')
}

/** A path, or another word, as it may stand in a command to copy. */
export function commandPath(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : JSON.stringify(path)
}

/** `examples`: rows whose plate is made up, as those of our own template are. */
export function noVehicleFailure({ rejected }: RowCounts, examples: number): Failure {
  if (rejected === 0) {
    return new Failure('file-refused', {
      pt: 'O arquivo tem cabeçalho e nenhum veículo. Preencha um veículo por linha.',
      en: 'The file has a header and no vehicle. Fill in one vehicle per line.',
    })
  }
  if (rejected === examples) {
    return new Failure('file-refused', {
      pt: 'Só há linhas de exemplo: troque-as pelos veículos da frota e confira de novo.',
      en: 'There are lines of example only: replace them with your vehicles and check again.',
    })
  }
  return new Failure('file-refused', {
    pt: 'Nenhuma linha pode ser usada: frota reconcile recusaria este arquivo.',
    en: 'No row can be used: frota reconcile would refuse this file.',
  })
}
