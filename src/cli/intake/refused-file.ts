/** What a person reads when no row of a file can be used: what was seen, and what cures it. */
import { Failure } from '../../failure.ts'
import type { Refused, RowCounts } from '../../reconciliation/intake/judged.ts'
import { printable } from './printable.ts'

/** `path`: as it was typed, for a command to copy. */
export function refusedFile({ refused }: Refused, { path }: { readonly path: string }): Failure {
  const { message, facts } = refused
  const seen = seenLines(facts, path)
  return new Failure('file-refused', {
    pt: [printable(message.pt), ...seen.pt].join('\n'),
    en: [printable(message.en), ...seen.en].join('\n'),
  })
}

function seenLines(
  facts: Refused['refused']['facts'],
  path: string,
): { readonly pt: readonly string[]; readonly en: readonly string[] } {
  const fact = (name: string): string => printable(String(facts[name] ?? ''))
  const [recognized, others, map] = [fact('recognized'), fact('others'), fact('map')]
  const pt: string[] = []
  const en: string[] = []
  if (recognized !== '') {
    pt.push(`  Reconhecidas: ${recognized}`)
    en.push(`  Recognized: ${recognized}`)
  }
  if (others !== '' && recognized !== '') {
    pt.push(`  Sem uso: ${others}`)
    en.push(`  Without a use: ${others}`)
  }
  if (map === '') return { pt, en }
  const command = `frota check ${quoted(path)} --map ${map}`
  if (facts['mapIsWhole'] === 'yes') {
    pt.push(`  Pelo conteúdo, devem ser estas; confira e copie: ${command}`)
    en.push(`  By their contents these may be they; check and copy: ${command}`)
  } else {
    pt.push(`  Pelo conteúdo, devem ser estas, e faltam outras: ${command}`)
    en.push(`  By their contents these may be some of them: ${command}`)
  }
  return { pt, en }
}

function quoted(path: string): string {
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
