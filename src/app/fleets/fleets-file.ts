/**
 * Pure. Turns the text of FROTA_FLEETS_FILE into credentials and fleets, or says where it is wrong
 * and how to fix it. Keys never stand in it, only the paths of their files.
 */
import { Type, type Static } from 'typebox'
import type { Bilingual } from '../../bilingual.ts'
import { parseUf } from '../../fleet/uf.ts'
import { readOptionFile, strict, wrongIn } from '../../option-file.ts'
import { uuid } from '../../option-parsers.ts'

export interface NamedCredential {
  /** Also the name of its quota bucket, so a rotated key must keep it. */
  readonly name: string
  /** As it stands in the file; relative to the file's folder. */
  readonly keyFile: string
}

export interface NamedFleet {
  readonly name: string
  readonly accountId: string
  /** Names of credentials; the same for all fleets of one account. */
  readonly credentials: readonly string[]
  /** Options for files that come without any: those of the watched folder. */
  readonly defaults?: FleetDefaults
}

export interface FleetDefaults {
  readonly uf?: string
  /** Holds the document of the owner; as it stands in the file, relative to the file's folder. */
  readonly ownerDocumentFile?: string
  readonly strict?: boolean
  readonly updateOwners?: boolean
}

export interface FleetsFile {
  readonly credentials: readonly NamedCredential[]
  readonly fleets: readonly NamedFleet[]
}

const FILE_CREDENTIALS_MAX = 100
const FLEET_NAME_CHARACTERS_MAX = 100
const PATH_CHARACTERS_MAX = 4_096
/** The embedded service's credential, whose bucket no other may bear. */
const RESERVED = 'embutida'

const FILE = {
  name: { pt: 'Frotas (FROTA_FLEETS_FILE)', en: 'Fleets (FROTA_FLEETS_FILE)' },
  bytesMax: 1024 * 1024,
  isPrivate: true,
}

/** Spaces around a text do not count, and are not kept. */
function textOf(
  max: number,
  words: { readonly cure?: Bilingual; readonly isHidden?: boolean } = {},
  isUsable: (text: string) => boolean = () => true,
) {
  const cure = {
    pt: `dê um texto de 1 a ${max} caracteres`,
    en: `give a text of 1 to ${max} characters`,
  }
  const isText = (text: string): boolean =>
    text.length >= 1 && text.length <= max && !/\p{Cc}/u.test(text) && isUsable(text)
  return Type.Refine(
    Type.String({ cure, ...words }),
    (text) => isText(text.trim()),
    () => '',
  )
}

const credentialCure = {
  pt: `use até 64 letras sem acento, dígitos, ponto, - e _, e não "${RESERVED}"`,
  en: `use up to 64 letters, digits, dots, - and _, and not "${RESERVED}"`,
}
const keyCure = {
  pt: 'grave a chave num arquivo à parte e ponha aqui o caminho dele',
  en: 'write the key to a file of its own and put the path of that file here',
}
const documentCure = {
  pt: 'grave o documento num arquivo à parte e ponha aqui o caminho dele',
  en: 'write the document to a file of its own and put the path of that file here',
}
const ufCure = {
  pt: 'dê a sigla de uma UF, como SP',
  en: 'give the abbreviation of a state, such as SP',
}
const accountCure = {
  pt: 'dê um UUID, como 00000000-0000-4000-8000-000000000000',
  en: 'give a UUID, such as 00000000-0000-4000-8000-000000000000',
}

const FileCredential = Type.Object(
  {
    name: textOf(64, { cure: credentialCure }, isCredentialName),
    key_file: textOf(
      PATH_CHARACTERS_MAX,
      { cure: keyCure, isHidden: true },
      (path) => !path.startsWith('svc_'),
    ),
  },
  strict,
)

const FileDefaults = Type.Object(
  {
    uf: Type.Optional(textOf(64, { cure: ufCure }, (uf) => parseUf(uf).ok)),
    // A document in it would be shown wherever the file is.
    owner_document_file: Type.Optional(
      textOf(PATH_CHARACTERS_MAX, { cure: documentCure, isHidden: true }, isNoDocument),
    ),
    strict: Type.Optional(Type.Boolean()),
    update_owners: Type.Optional(Type.Boolean()),
  },
  strict,
)

const FileFleet = Type.Object(
  {
    name: textOf(FLEET_NAME_CHARACTERS_MAX),
    account_id: textOf(64, { cure: accountCure }, (account) => uuid(account).ok),
    credentials: Type.Array(textOf(64), { minItems: 1, maxItems: FILE_CREDENTIALS_MAX }),
    defaults: Type.Optional(FileDefaults),
  },
  strict,
)

const FleetsSchema = Type.Object(
  {
    credentials: Type.Array(FileCredential, { minItems: 1, maxItems: FILE_CREDENTIALS_MAX }),
    fleets: Type.Array(FileFleet, { minItems: 1, maxItems: 1_000 }),
  },
  strict,
)

/** Throws a Failure that names the field, the value and the cure. */
export function readFleetsFile(text: string): FleetsFile {
  const file = readOptionFile(FILE, FleetsSchema, text)
  const credentials = file.credentials.map(({ name, key_file: keyFile }) => {
    return { name: name.trim(), keyFile: keyFile.trim() }
  })
  onlyOnce(credentials, ({ name }) => name.toLowerCase(), '/credentials', '/name')
  onlyOnce(credentials, ({ keyFile }) => keyFile, '/credentials', '/key_file')
  const fleets = file.fleets.map(namedFleet)
  const known = credentials.map(({ name }) => name)
  for (const [index, fleet] of fleets.entries()) {
    const at = `/fleets/${index}/credentials`
    declared(fleet.credentials, known, at)
    onlyOnce(fleet.credentials, (one) => one, at, '')
  }
  onlyOnce(fleets, ({ name }) => name, '/fleets', '/name')
  sameForAccount(fleets)
  return { credentials, fleets }
}

function namedFleet(given: Static<typeof FileFleet>): NamedFleet {
  const { account_id: accountId, credentials, defaults } = given
  const fleet = {
    name: given.name.trim(),
    accountId: accountId.trim().toLowerCase(),
    credentials: credentials.map((each) => each.trim()),
  }
  return defaults === undefined ? fleet : { ...fleet, defaults: fleetDefaults(defaults) }
}

function fleetDefaults(given: Static<typeof FileDefaults>): FleetDefaults {
  const state = parseUf(given.uf?.trim() ?? '')
  const path = given.owner_document_file?.trim()
  return {
    ...(state.ok ? { uf: state.value } : {}),
    ...(path === undefined ? {} : { ownerDocumentFile: path }),
    ...(given.strict === true ? { strict: true } : {}),
    ...(given.update_owners === true ? { updateOwners: true } : {}),
  }
}

function declared(listed: readonly string[], known: readonly string[], at: string): void {
  const index = listed.findIndex((one) => !known.includes(one))
  if (index < 0) return
  const names = known.join(', ')
  throw wrongIn(FILE, `${at}/${index}`, {
    pt: `${quoted(listed[index])} não está em credentials; declare-a lá ou use uma destas: ${names}`,
    en: `${quoted(listed[index])} is not in credentials; declare it there or use one of: ${names}`,
  })
}

/** They take turns at the same slots, so what serves one serves all. */
function sameForAccount(fleets: readonly NamedFleet[]): void {
  const firsts = new Map<string, NamedFleet>()
  for (const [index, fleet] of fleets.entries()) {
    const first = firsts.get(fleet.accountId)
    if (first === undefined) {
      firsts.set(fleet.accountId, fleet)
    } else if (first.credentials.toSorted().join() !== fleet.credentials.toSorted().join()) {
      throw wrongIn(FILE, `/fleets/${index}/credentials`, {
        pt:
          `a frota ${quoted(fleet.name)} tem outras credenciais que ${quoted(first.name)}, da ` +
          'mesma conta; dê as mesmas às duas',
        en:
          `the fleet ${quoted(fleet.name)} has other credentials than ${quoted(first.name)} of ` +
          'the same account; give both the same',
      })
    }
  }
}

function onlyOnce<T>(all: readonly T[], of: (one: T) => string, list: string, field: string): void {
  const seen = new Set<string>()
  for (const [index, one] of all.entries()) {
    const value = of(one)
    if (seen.has(value)) {
      throw wrongIn(FILE, `${list}/${index}${field}`, {
        pt: `${quoted(value)} já apareceu antes; cada uma só pode estar uma vez`,
        en: `${quoted(value)} was there before; each may stand only once`,
      })
    }
    seen.add(value)
  }
}

function quoted(name = ''): string {
  return JSON.stringify(name.slice(0, 60))
}

function isCredentialName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && name.toLowerCase() !== RESERVED
}

function isNoDocument(path: string): boolean {
  return !/^[\d./-]+$/.test(path) || path.replaceAll(/\D/g, '').length < 11
}
