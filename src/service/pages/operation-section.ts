/** Pure. One operation on the page: parameters, body, a command, and every reply. */
import type {
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
  HeaderObject,
} from '../../contract/openapi/document-shape.ts'
import { curlCommand } from './curl-command.ts'
import type { DocsTexts } from './docs-texts.ts'
import { markdown } from './markdown.ts'
import { markup, type Markup } from './markup.ts'
import { resolved } from './resolved.ts'
import { fieldLine, fieldList, requiredMark, typeOf } from './schema-lines.ts'

const OPEN = markup` open`

export interface PlacedOperation {
  readonly path: string
  readonly method: string
  readonly operation: OperationObject
}

export function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: PlacedOperation,
  texts: DocsTexts,
): Markup {
  const verb = method.toUpperCase()
  return markup`<section class="operation" id="operation-${operation.operationId}">
<h3 lang="en">${operation.summary}</h3>
<p class="route"><span class="method ${method}">${verb}</span> <code>${path}</code>
${operation.security?.length === 0 && markup`<span class="mark">${texts.open}</span>`}</p>
<div class="words" lang="en">${markdown(operation.description)}</div>
${parameterList(document, operation, texts)}
${bodyPart(document, operation, texts)}
<h4>curl</h4>
<pre tabindex="0"><code>${curlCommand(document, path, method, operation)}</code></pre>
<h4>${texts.replies}</h4>
${Object.entries(operation.responses).map(([status, reply]) =>
  replyPart(document, status, resolved<ResponseObject>(document, reply), texts),
)}
</section>`
}

function parameterList(
  document: OpenApiDocument,
  operation: OperationObject,
  texts: DocsTexts,
): Markup | null {
  if (operation.parameters === undefined) return null
  const lines = operation.parameters.map((each) => {
    const parameter = resolved<ParameterObject>(document, each)
    const marks = [
      markup`<span class="mark">${parameter.in}</span> `,
      requiredMark(parameter.required === true, texts),
    ]
    return fieldLine(parameter.name, parameter.schema, marks, parameter.description, texts)
  })
  return markup`<h4>${texts.parameters}</h4><ul class="fields">${lines}</ul>`
}

function bodyPart(
  document: OpenApiDocument,
  operation: OperationObject,
  texts: DocsTexts,
): Markup | null {
  if (operation.requestBody === undefined) return null
  const media = operation.requestBody.content['application/json']
  const schema = resolved<SchemaObject>(document, media.schema)
  return markup`<h4>${texts.body}: ${typeOf(media.schema, texts)}</h4>
${fieldList(schema, texts)}
${examplesOf(media, texts)}`
}

function replyPart(
  document: OpenApiDocument,
  status: string,
  reply: ResponseObject,
  texts: DocsTexts,
): Markup {
  const media = reply.content?.['application/json']
  const headers = Object.entries(reply.headers ?? {}).map(([name, each]) => {
    const header = resolved<HeaderObject>(document, each)
    return fieldLine(name, header.schema, [], header.description, texts)
  })
  const isGood = status.startsWith('2')
  return markup`<details class="reply"${isGood && OPEN}>
<summary><span class="status ${isGood ? 'good' : 'bad'}">${status}</span>
${media === undefined ? texts.noBody : typeOf(media.schema, texts)}</summary>
<div class="words" lang="en">${markdown(reply.description)}</div>
${headers.length > 0 && markup`<h5>${texts.headers}</h5><ul class="fields">${headers}</ul>`}
${media !== undefined && examplesOf(media, texts, isGood)}
</details>`
}

/** The first is open where a reader most likely came for it. */
function examplesOf(media: MediaObject, texts: DocsTexts, isShown = false): Markup[] {
  return Object.entries(media.examples ?? {}).map(
    ([name, example], at) =>
      markup`<details class="example"${isShown && at === 0 && OPEN}><summary>${texts.example}:
${example.summary ?? name.replaceAll('_', ' ')}</summary>
<pre tabindex="0"><code>${JSON.stringify(example.value, null, 2)}</code></pre></details>`,
  )
}
