/** Pure. Normalizes the write fields of a vehicle, or names the invalid one in a sentence (422). */
import type { VehicleChange } from '../../contract/vehicle.ts'
import { asciiCapitals } from '../../fleet/ascii-capitals.ts'
import { isCnpj, isCpf, stripDocument } from '../../fleet/document.ts'
import { parsePlate } from '../../fleet/plate.ts'
import { hasRenavamCheckDigit } from '../../fleet/renavam.ts'
import { isUf } from '../../fleet/uf.ts'

export interface VehicleInput {
  readonly plate?: string
  /** Eleven digits. */
  readonly renavam?: string
  readonly uf?: string
  readonly nickname?: string
  /** Without punctuation; personal data. */
  readonly ownerDocument?: string
}

export type ReadVehicle =
  | { readonly ok: true; readonly input: VehicleInput }
  | { readonly ok: false; readonly detail: string }

export function readVehicleInput(given: VehicleChange): ReadVehicle {
  const input: { -readonly [Key in keyof VehicleInput]: VehicleInput[Key] } = {}
  if (given.plate !== undefined) {
    const plate = parsePlate(given.plate)
    if (!plate.ok) return bad('plate', 'use o formato ABC1234 ou ABC1D23')
    input.plate = plate.value
  }
  if (given.renavam !== undefined) {
    // By length only, as the interface says: the check digit is the caller's own pre-flight.
    if (!/^[0-9]{9,11}$/.test(given.renavam)) return bad('renavam', 'informe de 9 a 11 dígitos')
    const renavam = given.renavam.padStart(11, '0')
    // Nobody is charged for a person's number; a Renavam that holds is one, whatever else it is.
    if (isCpf(given.renavam) && !hasRenavamCheckDigit(renavam)) {
      return bad('renavam', 'isto parece um CPF; informe o Renavam do CRLV')
    }
    input.renavam = renavam
  }
  if (given.uf !== undefined) {
    const uf = asciiCapitals(given.uf.trim())
    if (!isUf(uf)) return bad('uf', 'informe a sigla de um estado')
    input.uf = uf
  }
  if (given.owner_document !== undefined) {
    const document = stripDocument(given.owner_document)
    if (!isCpf(document) && !isCnpj(document)) {
      return bad('owner_document', 'informe um CPF ou CNPJ válido')
    }
    input.ownerDocument = document
  }
  if (given.nickname !== undefined) input.nickname = given.nickname.trim()
  return { ok: true, input }
}

function bad(field: string, cure: string): ReadVehicle {
  return { ok: false, detail: `Campo '${field}': ${cure}.` }
}
