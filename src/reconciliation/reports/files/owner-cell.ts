/** Pure. Whose a vehicle is: a CNPJ is public and shown; a CPF stays masked. */
import { formatCnpj } from '../../../fleet/document.ts'

export function ownerCell(of: {
  readonly ownerCnpj: string
  readonly ownerMasked: string
}): string {
  return of.ownerCnpj === '' ? of.ownerMasked : formatCnpj(of.ownerCnpj)
}
