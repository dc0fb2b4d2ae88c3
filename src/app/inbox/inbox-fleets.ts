/** Whose a file in the watched folder is: the fleet, its account, and what holds for its files. */
import type { Bilingual } from '../../bilingual.ts'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { FleetsFile } from '../fleets/fleets-file.ts'
import { fleetsFileOf, namesOf, givenAccount } from '../fleets/chosen-fleet.ts'
import { fleetName } from '../inbox-names.ts'

const DOCUMENT_CHARACTERS_MAX = 64

export type InboxFleets = ReturnType<typeof inboxFleets>

/** Read anew for each look, so that a changed FROTA_FLEETS_FILE holds at once. */
export function inboxFleets(config: Config, embeddedAccount: string) {
  const file = fleetsFileOf(config)
  return {
    /** Of a folder, or of the watched folder itself (''); else why it has none, and the cure. */
    of: (folder: string): string | Bilingual => {
      const name = folder === '' ? nameOfRoot(config, file) : fleetName(folder)
      if (file === undefined || file.fleets.some((fleet) => fleet.name === name)) return name
      return folder === '' ? rootless(file) : unknown(file)
    },
    /** Throws a Failure when the configuration does not say. */
    accountOf: (fleet: string): string => {
      const named = file?.fleets.find(({ name }) => name === fleet)?.accountId
      return named ?? (config.FROTA_API_URL === undefined ? embeddedAccount : givenAccount(config))
    },
    /** Options for its dropped files. Throws a Failure that names a file to correct. */
    aboutOf: (fleet: string) => aboutOf(config, file, fleet),
  }
}

/** The fleet of files directly in the watched folder; a single fleet needs no name. */
function nameOfRoot({ FROTA_FLEET: given }: Config, file: FleetsFile | undefined): string {
  const [first, ...others] = file?.fleets ?? []
  if (first === undefined || others.length > 0) return given
  return first.name
}

function aboutOf(config: Config, file: FleetsFile | undefined, fleet: string): UploadAbout {
  const { FROTA_FLEETS_FILE: path } = config
  const named = file?.fleets.find(({ name }) => name === fleet)?.defaults
  if (named === undefined || path === undefined) return { defaults: {}, otherFleet: false }
  const { uf, ownerDocumentFile, strict, updateOwners } = named
  return {
    defaults: {
      ...(uf === undefined ? {} : { uf }),
      ...(ownerDocumentFile === undefined
        ? {}
        : { ownerDocument: documentIn(resolve(dirname(resolve(path)), ownerDocumentFile)) }),
    },
    otherFleet: false,
    ...(strict === undefined ? {} : { strict }),
    ...(updateOwners === undefined ? {} : { updateOwners }),
  }
}

/** The text is validated as a document when the file is judged, and is never shown. */
function documentIn(path: string): string {
  let text = ''
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch {
    // Handled below together with an empty file, because the cure is the same.
  }
  if (text !== '' && text.length <= DOCUMENT_CHARACTERS_MAX) return text
  throw new Failure('configuration', {
    pt: `FROTA_FLEETS_FILE: ${path} (owner_document_file) deve conter um CPF ou CNPJ e nada mais.`,
    en: `FROTA_FLEETS_FILE: ${path} (owner_document_file) must hold one CPF or CNPJ and no more.`,
  })
}

function unknown(file: FleetsFile): Bilingual {
  const names = namesOf(file)
  return {
    pt: `a pasta não é de nenhuma frota de FROTA_FLEETS_FILE (${names}); renomeie-a ou acrescente a frota`,
    en: `the folder is of no fleet of FROTA_FLEETS_FILE (${names}); rename it, or add the fleet`,
  }
}

function rootless(file: FleetsFile): Bilingual {
  const names = namesOf(file)
  return {
    pt: `há várias frotas: ponha o arquivo na pasta da frota dele (${names})`,
    en: `there are several fleets: put the file into the folder of its own (${names})`,
  }
}
