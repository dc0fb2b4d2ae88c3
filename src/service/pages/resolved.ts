/** Pure. The value that a `$ref` of the document names. */
import type {
  OpenApiDocument,
  ParameterObject,
  Reference,
} from '../../contract/openapi/document-shape.ts'

const PARAMETERS = '#/components/parameters/'

export function resolved(
  { components }: OpenApiDocument,
  value: ParameterObject | Reference,
): ParameterObject {
  if (!('$ref' in value)) return value
  const found = components.parameters[value.$ref.replace(PARAMETERS, '')]
  if (found === undefined) throw new Error(`${value.$ref} leads to no parameter.`)
  return found
}
