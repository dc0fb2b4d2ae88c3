/** Pure. The most helpful error of a schema check, as a sentence that names the field. */
import type { TLocalizedValidationError } from 'typebox/error'
import { shownName } from '../../web/problem-words.ts'

type Fault = TLocalizedValidationError

/** A missing field first, then an unknown one: errors of a union around them say less. */
export function validationDetail(faults: readonly Fault[]): string {
  const fault =
    faults.find((each) => each.keyword === 'required') ??
    faults.find((each) => each.keyword === 'additionalProperties') ??
    faults[0]
  return fault === undefined ? 'Requisição inválida.' : sentence(fault)
}

function sentence(fault: Fault): string {
  if (fault.keyword === 'required') {
    return `Campo obrigatório: '${shownName(fault.params.requiredProperties[0] ?? '')}'.`
  }
  if (fault.keyword === 'additionalProperties') {
    return `Campo desconhecido: '${shownName(fault.params.additionalProperties[0] ?? '')}'.`
  }
  return `Campo '${fieldOf(fault.instancePath)}': ${reason(fault)}.`
}

function reason(fault: Fault): string {
  const { keyword, params } = fault
  if (keyword === 'type') return KINDS[[params.type].flat().join()] ?? 'tipo inválido'
  if (keyword === 'enum') return `use um destes valores: ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern') return FORMS[lastOf(fault.instancePath)] ?? 'formato inválido'
  if (keyword === 'minimum') return `deve ser no mínimo ${params.limit}`
  if (keyword === 'maximum') return `deve ser no máximo ${params.limit}`
  if (keyword === 'minLength') return 'não pode ser vazio'
  if (keyword === 'maxLength') return `use no máximo ${params.limit} caracteres`
  if (keyword === 'minItems') return `envie ao menos ${params.limit}`
  if (keyword === 'maxItems') return `envie no máximo ${params.limit}`
  return keyword === 'uniqueItems' ? 'não repita valores' : 'valor inválido'
}

/** The kinds of values that requests have. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'envie um objeto JSON',
  array: 'envie uma lista',
  string: 'envie um texto',
  integer: 'envie um número inteiro',
}

/** What a field with a pattern takes, by its name; one of a list by the list's. */
const FORMS: Readonly<Record<string, string>> = {
  number: 'use de 13 a 19 dígitos, sem espaços',
  expiry: 'use MM/AA, como 05/29',
  cvc: 'use 3 ou 4 dígitos',
  debt_item_ids: 'informe uuids',
  vehicle_id: 'informe um uuid',
  created_after: 'use AAAA-MM-DD',
  created_before: 'use AAAA-MM-DD',
}

function lastOf(instancePath: string): string {
  return (
    instancePath
      .split('/')
      .filter((part) => /\D/.test(part))
      .at(-1) ?? ''
  )
}

function fieldOf(instancePath: string): string {
  return instancePath === '' ? 'corpo' : shownName(instancePath.slice(1).replaceAll('/', '.'))
}
