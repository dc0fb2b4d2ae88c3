/** A file with what was typed beside it: defaults for its rows, and headers nobody can guess. */
import type { Flags } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { FIELDS } from '../../reconciliation/intake/aliases.ts'
import type { Field } from '../../reconciliation/intake/aliases.ts'
import type { FieldMap } from '../../reconciliation/intake/header.ts'
import type { FileDefaultsGiven } from '../../reconciliation/intake/uploads.ts'

export interface FileFlags {
  readonly defaults: FileDefaultsGiven
  readonly map: FieldMap
}

/** `--uf SP --owner-document 00.000.000/0001-91 --map plate=Placa,renavam=Cod` */
export function fileFlags(flags: Flags): FileFlags {
  const { uf, 'owner-document': ownerDocument, map } = flags
  return {
    defaults: {
      ...(typeof uf === 'string' ? { uf } : {}),
      ...(typeof ownerDocument === 'string' ? { ownerDocument } : {}),
    },
    map: typeof map === 'string' ? parseMap(map) : {},
  }
}

function parseMap(text: string): FieldMap {
  const pairs = text.split(',').map((pair): [Field, string] => {
    const at = pair.indexOf('=')
    const field = FIELDS.find((each) => each === pair.slice(0, at).trim())
    const header = pair.slice(at + 1).trim()
    if (field === undefined || at < 0 || header === '') throw badPair(pair)
    return [field, header]
  })
  return Object.fromEntries(pairs)
}

function badPair(pair: string): Failure {
  const shown = pair.slice(0, 40)
  const fields = FIELDS.join(', ')
  return new Failure('usage', {
    pt: `--map: "${shown}" não é CAMPO=COLUNA. Os campos são ${fields}.`,
    en: `--map: "${shown}" is not FIELD=COLUMN. The fields are ${fields}.`,
  })
}
