/**
 * Pure. Turns the text of FROTA_FLEETS_FILE into credentials and fleets, or says where it is wrong
 * and how to mend it. Keys never stand in it, only the paths of their files.
 */
import type { Bilingual } from '../../bilingual.ts'
import { Failure } from '../../failure.ts'
import { parseUf } from '../../fleet/uf.ts'
import { jsonOf } from '../../json-text.ts'
import { uuid } from '../../option-parsers.ts'

export interface NamedCredential {
  /** Its quota bucket bears it, so it is for ever: a rotated key keeps the name. */
  readonly name: string
  /** As it stands in the file; relative to the file's folder. */
  readonly keyFile: string
}

export interface NamedFleet {
  readonly name: string
  readonly accountId: string
  /** Names of credentials; the same for all fleets of one account. */
  readonly credentials: readonly string[]
  /** For files that nobody says anything beside: those of the watched folder. */
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

const FLEETS_FILE_BYTES_MAX = 1024 * 1024
const FILE_CREDENTIALS_MAX = 16
const FILE_FLEETS_MAX = 1_000
const FLEET_NAME_CHARACTERS_MAX = 100
const PATH_CHARACTERS_MAX = 4_096
const SHOWN_CHARACTERS_MAX = 60
/** The embedded service's credential, whose bucket no other may bear. */
const RESERVED = 'embutida'

/** Throws a Failure that names the field, the value and the cure. */
export function readFleetsFile(text: string): FleetsFile {
  const json = jsonOf(text, FLEETS_FILE_BYTES_MAX)
  // Without its cause, which quotes the text: somebody may have put a key into it.
  if ('cure' in json) throw wrong('', json.cure)
  const file = objectAt('', json.value, ['credentials', 'fleets'])
  const credentials = listAt('credentials', file['credentials'], FILE_CREDENTIALS_MAX).map(
    (each, index) => readCredential(each, `credentials[${index}]`),
  )
  onlyOnce(credentials, ({ name }) => name.toLowerCase(), 'credentials', 'name')
  onlyOnce(credentials, ({ keyFile }) => keyFile, 'credentials', 'key_file')
  const known = credentials.map(({ name }) => name)
  const fleets = listAt('fleets', file['fleets'], FILE_FLEETS_MAX).map((each, index) =>
    readFleet(each, `fleets[${index}]`, known),
  )
  onlyOnce(fleets, ({ name }) => name, 'fleets', 'name')
  sameForAccount(fleets)
  return { credentials, fleets }
}

function readCredential(value: unknown, at: string): NamedCredential {
  const given = objectAt(at, value, ['name', 'key_file'])
  const name = textAt(`${at}.name`, given['name'], 64)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) || name.toLowerCase() === RESERVED) {
    throw wrong(`${at}.name`, {
      pt: `${quoted(name)} não serve: use letras sem acento, dígitos, ponto, - e _, e não "${RESERVED}"`,
      en: `${quoted(name)} is not usable: use letters, digits, dots, - and _, and not "${RESERVED}"`,
    })
  }
  const keyFile = textAt(`${at}.key_file`, given['key_file'], PATH_CHARACTERS_MAX)
  if (keyFile.startsWith('svc_')) {
    throw wrong(`${at}.key_file`, {
      pt: 'contém uma chave; grave-a num arquivo à parte e ponha aqui o caminho dele',
      en: 'holds a key; write it to a file of its own and put the path of that file here',
    })
  }
  return { name, keyFile }
}

function readFleet(value: unknown, at: string, known: readonly string[]): NamedFleet {
  const given = objectAt(at, value, ['name', 'account_id', 'credentials', 'defaults'])
  const name = textAt(`${at}.name`, given['name'], FLEET_NAME_CHARACTERS_MAX)
  const account = textAt(`${at}.account_id`, given['account_id'], 64)
  const parsed = uuid(account)
  if (!parsed.ok) {
    const { pt, en } = parsed.expected
    throw wrong(`${at}.account_id`, {
      pt: `${quoted(account)} não serve: ${pt}`,
      en: `${quoted(account)} is not usable: ${en}`,
    })
  }
  const listed = listAt(`${at}.credentials`, given['credentials'], FILE_CREDENTIALS_MAX)
  const credentials = listed.map((each, index) => {
    const place = `${at}.credentials[${index}]`
    const one = textAt(place, each, 64)
    if (known.includes(one)) return one
    throw wrong(place, {
      pt: `${quoted(one)} não está em credentials; declare-a lá ou use uma destas: ${known.join(', ')}`,
      en: `${quoted(one)} is not in credentials; declare it there or use one of: ${known.join(', ')}`,
    })
  })
  onlyOnce(credentials, (one) => one, `${at}.credentials`, '')
  const { defaults } = given
  const fleet = { name, accountId: parsed.value, credentials }
  if (defaults === undefined) return fleet
  return { ...fleet, defaults: readDefaults(defaults, `${at}.defaults`) }
}

function readDefaults(value: unknown, at: string): FleetDefaults {
  const keys = ['uf', 'owner_document_file', 'strict', 'update_owners']
  const given = objectAt(at, value, keys)
  const { uf, owner_document_file: ownerDocumentFile } = given
  const state = uf === undefined ? undefined : parseUf(textAt(`${at}.uf`, uf, 64))
  if (state?.ok === false) {
    throw wrong(`${at}.uf`, {
      pt: 'não é uma UF; dê a sigla, como SP',
      en: 'is no state; give its abbreviation, such as SP',
    })
  }
  const flag = (key: string): boolean => flagAt(`${at}.${key}`, given[key])
  return {
    ...(state === undefined ? {} : { uf: state.value }),
    ...(ownerDocumentFile === undefined
      ? {}
      : { ownerDocumentFile: pathOfDocument(`${at}.owner_document_file`, ownerDocumentFile) }),
    ...(flag('strict') ? { strict: true } : {}),
    ...(flag('update_owners') ? { updateOwners: true } : {}),
  }
}

/** A document in it would be shown wherever the file is. */
function pathOfDocument(at: string, value: unknown): string {
  const path = textAt(at, value, PATH_CHARACTERS_MAX)
  if (!/^[\d./-]+$/.test(path) || path.replaceAll(/\D/g, '').length < 11) return path
  throw wrong(at, {
    pt: 'parece ser o próprio documento; grave-o num arquivo e ponha aqui o caminho dele',
    en: 'looks like the document itself; write it to a file and put the path of that file here',
  })
}

function flagAt(at: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  throw wrong(at, { pt: 'dê true ou false', en: 'give true or false' })
}

/** They take turns at the same slots, so what serves one serves all. */
function sameForAccount(fleets: readonly NamedFleet[]): void {
  const firsts = new Map<string, NamedFleet>()
  for (const [index, fleet] of fleets.entries()) {
    const first = firsts.get(fleet.accountId)
    if (first === undefined) {
      firsts.set(fleet.accountId, fleet)
    } else if (first.credentials.toSorted().join() !== fleet.credentials.toSorted().join()) {
      throw wrong(`fleets[${index}].credentials`, {
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

function objectAt(
  at: string,
  value: unknown,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const all = keys.join(', ')
    throw wrong(at, {
      pt: `deve ser um objeto JSON com ${all}`,
      en: `must be a JSON object with ${all}`,
    })
  }
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown === undefined) return Object.fromEntries(Object.entries(value))
  throw wrong(at === '' ? unknown : `${at}.${unknown}`, {
    pt: `chave desconhecida; retire-a ou use uma destas: ${keys.join(', ')}`,
    en: `unknown key; remove it or use one of these: ${keys.join(', ')}`,
  })
}

function listAt(at: string, value: unknown, max: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= 1 && value.length <= max) return value
  const shown = Array.isArray(value) ? ` (${value.length})` : ''
  throw wrong(at, {
    pt: `dê uma lista de 1 a ${max}${shown}`,
    en: `give a list of 1 to ${max}${shown}`,
  })
}

function textAt(at: string, value: unknown, max: number): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length >= 1 && text.length <= max && !/\p{Cc}/u.test(text)) return text
  throw wrong(at, {
    pt: `dê um texto de 1 a ${max} caracteres`,
    en: `give a text of 1 to ${max} characters`,
  })
}

function onlyOnce<T>(all: readonly T[], of: (one: T) => string, list: string, field: string): void {
  const seen = new Set<string>()
  for (const [index, one] of all.entries()) {
    const value = of(one)
    if (seen.has(value)) {
      const place = `${list}[${index}]${field === '' ? '' : `.${field}`}`
      throw wrong(place, {
        pt: `${quoted(value)} já apareceu antes; cada uma só pode estar uma vez`,
        en: `${quoted(value)} was there before; each may stand only once`,
      })
    }
    seen.add(value)
  }
}

function quoted(value: string): string {
  return JSON.stringify(value.slice(0, SHOWN_CHARACTERS_MAX))
}

function wrong(at: string, words: Bilingual): Failure {
  // Names come from the file, so they are cut.
  const place = at.slice(0, SHOWN_CHARACTERS_MAX).replace(/[^\w.[\]-]/g, '?')
  return new Failure('configuration', {
    pt: `Frotas (FROTA_FLEETS_FILE): ${place === '' ? 'o arquivo' : place}: ${words.pt}.`,
    en: `Fleets (FROTA_FLEETS_FILE): ${place === '' ? 'the file' : place}: ${words.en}.`,
  })
}
