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
  const { recognized = '', headers = '', map = '' } = facts
  const pt: string[] = []
  const en: string[] = []
  if (recognized !== '') {
    pt.push(`  Reconhecidas: ${printable(String(recognized))}`)
    en.push(`  Recognized: ${printable(String(recognized))}`)
  }
  if (headers !== '' && refusedForColumns(facts)) {
    pt.push(`  Colunas do arquivo: ${printable(String(headers))}`)
    en.push(`  Columns of the file: ${printable(String(headers))}`)
  }
  if (map !== '') {
    const command = `frota check ${quoted(path)} --map ${String(map)}`
    pt.push(`  Se são estas, copie: ${command}`)
    en.push(`  If these are they, copy: ${command}`)
  }
  return { pt, en }
}

/** F-MAP names them in its own sentence. */
function refusedForColumns(facts: Refused['refused']['facts']): boolean {
  return facts['missing'] !== undefined
}

function quoted(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : JSON.stringify(path)
}

export function noVehicleFailure({ rejected }: RowCounts): Failure {
  if (rejected === 0) {
    return new Failure('file-refused', {
      pt: 'O arquivo tem cabeçalho e nenhum veículo. Preencha um veículo por linha.',
      en: 'The file has a header and no vehicle. Fill in one vehicle per line.',
    })
  }
  return new Failure('file-refused', {
    pt: 'Nenhuma linha pode ser usada: frota reconcile recusaria este arquivo.',
    en: 'No row can be used: frota reconcile would refuse this file.',
  })
}
