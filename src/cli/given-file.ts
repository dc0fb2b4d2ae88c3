/** Flags that are given with a file: how it is to be read, and what it may change. */
import type { Flags } from '../config.ts'
import { Failure } from '../failure.ts'
import { fieldOfHeader, FIELDS, type Field } from '../reconciliation/intake/header/aliases.ts'
import type { UploadAbout } from '../reconciliation/intake/uploads.ts'

type FieldMap = NonNullable<UploadAbout['map']>
type ReadingName = 'defaults' | 'sheet' | 'strict' | 'repairPlates' | 'forgetReading'

export interface FileFlags extends Pick<UploadAbout, ReadingName> {
  readonly map: FieldMap
}

/** The value of `--map` that forgets the columns and the sheet of earlier files. */
const FORGET = 'none'
/** A header may contain a comma: only a comma before another FIELD= separates two pairs. */
const BETWEEN_PAIRS = /,(?=[^,=]*=)/
const PAIR_CHARACTERS_SHOWN = 40

/** `--uf SP --owner-document 00.000.000/0001-91 --map plate=Placa,renavam=Cod --sheet Frota` */
export function fileFlags(flags: Flags): FileFlags {
  const { uf, 'owner-document': ownerDocument, map, sheet } = flags
  return {
    defaults: {
      ...(typeof uf === 'string' ? { uf } : {}),
      ...(typeof ownerDocument === 'string' ? { ownerDocument } : {}),
    },
    map: typeof map === 'string' && map.trim() !== FORGET ? parseMap(map) : {},
    ...(typeof sheet === 'string' && sheet.trim() !== '' ? { sheet } : {}),
    ...(flags['strict'] === true ? { strict: true } : {}),
    ...(flags['repair-plates'] === true ? { repairPlates: true } : {}),
    ...(typeof map === 'string' && map.trim() === FORGET ? { forgetReading: true } : {}),
  }
}

/** Like `fileFlags`, for a file that is imported. */
export function importFlags(flags: Flags): FileFlags & UploadAbout {
  return {
    ...fileFlags(flags),
    otherFleet: flags['other-fleet'] === true,
    ...(flags['update-owners'] === true ? { updateOwners: true } : {}),
    ...(flags['deactivate-missing'] === true ? { deactivateMissing: true } : {}),
  }
}

function parseMap(text: string): FieldMap {
  const pairs = text.split(BETWEEN_PAIRS).map((pair): [Field, string] => {
    const at = pair.indexOf('=')
    const field = at < 0 ? undefined : fieldCalled(pair.slice(0, at).trim())
    const header = pair.slice(at + 1).trim()
    if (field === undefined || header === '') throw badPair(pair)
    return [field, header]
  })
  return Object.fromEntries(pairs)
}

/** People may use our words (`plate`) or those of a header (`placa`). */
function fieldCalled(name: string): Field | undefined {
  return FIELDS.find((each) => each.toLowerCase() === name.toLowerCase()) ?? fieldOfHeader(name)
}

function badPair(pair: string): Failure {
  const shown = pair.slice(0, PAIR_CHARACTERS_SHOWN)
  const fields = FIELDS.join(', ')
  return new Failure('usage', {
    pt: `--map: "${shown}" não é CAMPO=COLUNA. Os campos são ${fields}.`,
    en: `--map: "${shown}" is not FIELD=COLUMN. The fields are ${fields}.`,
  })
}
