/** Pure. An operation's first example as a curl command. */
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
} from '../../contract/openapi/document-shape.ts'

/** The key is a shell variable, so that nobody pastes one into a command. */
export function curlCommand(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OperationObject,
): string {
  const base = document.servers[0]?.url ?? ''
  const parameters = (operation.parameters ?? []).map((each) => resolved(document, each))
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((text, each) => text.replaceAll(`{${each.name}}`, exampleText(each)), path)
  const verb = method.toUpperCase()
  const isOpen = operation.security?.length === 0
  const media = operation.requestBody?.content['application/json']
  const body = Object.values(media?.examples ?? {})[0]?.value
  const lines = [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}${quoted(base + filled)}`,
    ...(isOpen ? [] : ['-H "X-Api-Key: $API_KEY"']),
    ...parameters
      .filter((each) => each.in === 'header' && each.required === true)
      .map((each) => `-H ${quoted(`${each.name}: ${exampleText(each)}`)}`),
    ...(media === undefined ? [] : [`-H ${quoted('Content-Type: application/json')}`]),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The parameter that a `$ref` of the document names. */
function resolved(
  { components }: OpenApiDocument,
  value: ParameterObject | Reference,
): ParameterObject {
  if (!('$ref' in value)) return value
  const found = components.parameters[value.$ref.replace('#/components/parameters/', '')]
  if (found === undefined) throw new Error(`${value.$ref} leads to no parameter.`)
  return found
}

function exampleText(parameter: ParameterObject): string {
  const { example } = parameter
  return typeof example === 'string' || typeof example === 'number' ? String(example) : ''
}

/** Quoted for a POSIX shell, which interprets nothing between single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
