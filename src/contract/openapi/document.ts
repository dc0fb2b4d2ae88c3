/** Pure. The OpenAPI 3.1 document of a contract: everything follows from its operations. */
import { api } from '../api.ts'
import type { OperationId } from '../call.ts'
import { NO_BODY, type Operation } from '../operation.ts'
import type {
  Content,
  ExampleObject,
  HeaderObject,
  OpenApiDocument,
  OperationObject,
  Reference,
  ResponseObject,
  ServerObject,
} from './document-shape.ts'
import { errorReplies, errorResponse } from './error-replies.ts'
import { introduction } from './introduction.ts'
import { type LooseExamples, operationExamples } from './operation-examples.ts'
import { type OperationWords, operationWords, tags } from './operation-words.ts'
import { operationLinks } from './operation-links.ts'
import { parametersOf, sharedParameters } from './parameters.ts'
import { componentSchemas, plainSchema } from './plain-schema.ts'
import { schemaWords, type StateMoves } from './schema-words.ts'
import { entriesOf } from '../../fields.ts'

export interface DocumentOptions {
  /** Version of the program that serves the document, for `info.version`. */
  readonly version: string
  readonly servers: readonly ServerObject[]
  readonly moves: StateMoves
  /** Markdown that ends the introduction: what this service can simulate. */
  readonly simulation?: string
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'The API key of the brand, which starts with `svc_live_`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key in `Authorization: Bearer`.',
  },
}

const retryAfter: HeaderObject = {
  description: 'Whole seconds after which a request of this kind will be taken again.',
  schema: { type: 'integer', minimum: 1 },
  example: 137,
}

const headers: Record<string, HeaderObject> = {
  RetryAfter: { ...retryAfter, required: true },
  RetryAfterIfKnown: { ...retryAfter, example: 30 },
  RateLimit: {
    description: 'How many more pass now (`r`), and after how many seconds another one does (`t`).',
    schema: { type: 'string' },
    example: '"consultations";r=3;t=131',
  },
  RateLimitPolicy: {
    description: 'How many pass (`q`) in how many seconds (`w`).',
    schema: { type: 'string' },
    example: '"consultations";q=20;w=3600',
  },
}

const LIMITED = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

export function openApiDocument(options: DocumentOptions): OpenApiDocument {
  const { version, servers, moves, simulation = '' } = options
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const [id, operation] of entriesOf(api)) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = operationObject(id, operation)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Vehicle Debt Integration Service',
      version,
      summary: 'Debts of vehicles: looked up, charged for, settled.',
      description: [introduction, simulation].filter(Boolean).join('\n\n'),
      contact: { name: 'frota' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: componentSchemas(schemaWords(moves)),
      responses: Object.fromEntries(
        Object.entries(errorReplies).map(([status, { name }]) => [
          name,
          errorResponse(Number(status)),
        ]),
      ),
      parameters: sharedParameters,
      headers,
      securitySchemes,
    },
  }
}

function operationObject(id: OperationId, operation: Operation): OperationObject {
  const words = operationWords[id]
  const examples = operationExamples[id] as LooseExamples
  const parameters = parametersOf(operation)
  const body = operation.body && contentOf(plainSchema(operation.body), examples.body)
  return {
    operationId: id,
    tags: [words.tag],
    summary: operation.summary,
    description: words.description,
    ...(operation.public ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: responsesOf(id, operation, examples),
  }
}

function responsesOf(id: OperationId, operation: Operation, examples: LooseExamples) {
  const words = operationWords[id]
  const responses: Record<string, ResponseObject | Reference> = {}
  for (const [key, schema] of Object.entries(operation.replies)) {
    const status = Number(key)
    if (status >= 400) responses[key] = errorOf(status, words)
    else if (schema === NO_BODY) responses[key] = { description: words.success }
    else {
      const content = contentOf(plainSchema(schema), examples.reply)
      const links = operationLinks[id]
      responses[key] = {
        description: words.success,
        ...(operation.quota === undefined ? {} : { headers: LIMITED }),
        content,
        ...(links === undefined ? {} : { links }),
      }
    }
  }
  return responses
}

/** An error with the general words is a reference, so that the document holds each text once. */
function errorOf(status: number, words: OperationWords): ResponseObject | Reference {
  const own = words.errors?.[status]
  if (own !== undefined) return errorResponse(status, own)
  return { $ref: `#/components/responses/${errorReplies[status]?.name ?? ''}` }
}

function contentOf(
  schema: ReturnType<typeof plainSchema>,
  values: Readonly<Record<string, unknown>> = {},
): Content {
  const examples = Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, ExampleObject] => [
      name,
      { summary: summaryOf(name), value },
    ]),
  )
  return { 'application/json': { schema, examples } }
}

function summaryOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
