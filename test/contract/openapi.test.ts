/** The OpenAPI document says what the contract says: every operation, status and schema of it. */
import { Type, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type {
  Content,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from '../../src/contract/openapi/document-shape.ts'
import { openApiDocument } from '../../src/contract/openapi/document.ts'
import { errorReplies } from '../../src/contract/openapi/error-replies.ts'
import { namedSchemas } from '../../src/contract/openapi/named-schemas.ts'
import { Problem } from '../../src/contract/problem.ts'
import { attemptMoves, itemMoves, orderMoves } from '../../src/service/order-state.ts'

const document = openApiDocument({
  version: '1.2.3',
  servers: [{ url: 'https://debitos.test', description: 'Production.' }],
  moves: { order: orderMoves, attempt: attemptMoves, item: itemMoves },
})
const operations = Object.values<Operation>(api)

function operationAt(operation: Operation): OperationObject {
  const found = document.paths[operation.path]?.[operation.method.toLowerCase()]
  if (found === undefined) throw new Error(`${operation.id} is missing`)
  return found
}

function followed<T extends object>(value: T | { readonly $ref: string }): T {
  if (!('$ref' in value)) return value
  const steps = value.$ref.replace('#/', '').split('/')
  return steps.reduce<unknown>((at, step) => Object(at)[step], document) as T
}

/** Only what decides whether a value is valid, with every reference followed. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return bare(followed(value as { $ref: string }))
  const told = ['description', 'examples', 'x-extensible-enum', 'writeOnly']
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !told.includes(key) || typeof Object(each).type === 'string')
      .map(([key, each]) => [key, bare(each)]),
  )
}

function plain(schema: TSchema): unknown {
  return bare(JSON.parse(JSON.stringify(schema)))
}

function replyOf(operation: Operation, status: string): ResponseObject {
  const reply = operationAt(operation).responses[status]
  if (reply === undefined) throw new Error(`${operation.id} lacks ${status}`)
  return followed<ResponseObject>(reply)
}

function mediaOf(content: Content | undefined) {
  const media = content?.['application/json']
  if (media === undefined) throw new Error('there is no body')
  return media
}

test('every operation of the contract is there, under its own id, and no other', () => {
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => `${each.operationId} ${method} ${path}`),
  )
  const ours = operations.map(({ id, method, path }) => `${id} ${method.toLowerCase()} ${path}`)
  expect(told.sort()).toEqual(ours.sort())
  expect(told).toHaveLength(21)
})

test('every status has its words, its schema and an example, and no other is told', () => {
  for (const operation of operations) {
    const told = Object.keys(operationAt(operation).responses)
    expect(told).toEqual(Object.keys(operation.replies))
    for (const [status, schema] of Object.entries(operation.replies)) {
      const reply = replyOf(operation, status)
      expect(reply.description).toMatch(/\.$/)
      expect(reply.content === undefined).toBe(schema === null)
      if (schema === null) continue
      const media = mediaOf(reply.content)
      expect(bare(media.schema)).toEqual(plain(schema))
      const values = Object.values(media.examples ?? {}).map(({ value }) => value)
      expect(values.length).toBeGreaterThan(0)
      expect(values.flatMap((value) => Value.Errors(schema, value))).toEqual([])
    }
  }
})

test('every body is asked for as the contract checks it, with examples that pass', () => {
  for (const operation of operations) {
    const { requestBody } = operationAt(operation)
    expect(requestBody === undefined).toBe(operation.body === undefined)
    if (operation.body === undefined) continue
    const media = mediaOf(requestBody?.content)
    expect(bare(media.schema)).toEqual(plain(operation.body))
    const values = Object.values(media.examples ?? {}).map(({ value }) => value)
    expect(values.length).toBeGreaterThan(0)
    for (const value of values) expect(Value.Check(operation.body, value)).toBe(true)
  }
})

test('every parameter is told: ids of the path, account, repetition, fields of the query', () => {
  const key = Type.String({ minLength: 1, maxLength: 255 })
  for (const operation of operations) {
    const told = (operationAt(operation).parameters ?? []).map((each) =>
      followed<ParameterObject>(each),
    )
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const query = Object(operation.query).properties ?? {}
    const before = [...(operation.account ? ['X-Account-Id'] : []), ...inPath]
    const keyed = operation.method === 'POST' ? ['Idempotency-Key'] : []
    const names = [...before, ...keyed, ...Object.keys(query)]
    expect(told.map(({ name }) => name)).toEqual(names)
    for (const { name, schema, description, example } of told) {
      expect(description).toMatch(/\.$/)
      const header = name === 'Idempotency-Key' ? key : namedSchemas.Uuid
      const checks = (query[name] ?? header) as TSchema
      expect(bare(schema)).toEqual(plain(checks))
      expect(example === undefined || Value.Check(checks, example)).toBe(true)
    }
  }
})

test('a key is asked for wherever the contract asks for one', () => {
  expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }])
  for (const operation of operations) {
    expect(operationAt(operation).security).toEqual(operation.public ? [] : undefined)
  }
})

test('the introduction names what needs no account, and what makes a POST safe to repeat', () => {
  const named = /Only ([^.]*)\s+need none/.exec(document.info.description)?.[1]?.split(/, | and\s+/)
  expect(named).toEqual(operations.filter(({ account }) => !account).map(({ id }) => id))
  expect(document.info.description).toContain('`Idempotency-Key`')
  expect(document.info.description).not.toContain('no idempotency key')
})

test('a reply with 429 tells when to come back', () => {
  const limited = operations.filter((operation) => 429 in operation.replies)
  expect(limited.length).toBeGreaterThan(0)
  for (const operation of limited) {
    expect(replyOf(operation, '429').headers).toHaveProperty('Retry-After')
  }
})

test('no word of a reply is a closed list, and every known word is told', () => {
  const openWords = Object.entries<TSchema>(namedSchemas).filter(
    ([, schema]) => 'x-extensible-enum' in schema,
  )
  expect(openWords.length).toBeGreaterThan(7)
  for (const [name, schema] of openWords) {
    const told = document.components.schemas[name]
    const words: unknown = Object(schema)['x-extensible-enum']
    expect(Object(told)['x-extensible-enum']).toEqual(words)
    for (const word of Object(schema)['x-extensible-enum']) {
      expect(told?.description).toContain(`- \`${word}\`: `)
    }
  }
  const replies = operations.flatMap((operation) =>
    Object.keys(operation.replies).map((status) => replyOf(operation, status).content),
  )
  expect(JSON.stringify(replies.map(bare))).not.toContain('"enum"')
})

test('every named schema is said something of, and so is each of its fields', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const wordless = Object.entries<SchemaObject>(schema.properties ?? {})
      .filter(([, inner]) => inner.description?.endsWith('.') !== true)
      .map(([field]) => `${name}.${field}`)
    expect(wordless).toEqual([])
    expect(schema.description).toMatch(/\.$/)
  }
})

test('every reference leads somewhere, and everything that has a name is referred to', () => {
  const text = JSON.stringify(document)
  const referred = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map((match) => match[1]))
  const { securitySchemes: _, ...referable } = document.components
  const named = Object.entries(referable).flatMap(([group, parts]) =>
    Object.keys(parts).map((name) => `${group}/${name}`),
  )
  expect(referred).toEqual(new Set(named))
})

test('a schema that the contract copies keeps its name instead of standing there twice', () => {
  const { Consultation, Vehicle, OrderPage } = document.components.schemas
  expect(Consultation?.properties?.['items']?.items).toEqual({
    $ref: '#/components/schemas/DebtItem',
  })
  expect(Vehicle?.properties?.['latest_consultation_status']?.anyOf?.[0]).toEqual({
    $ref: '#/components/schemas/ConsultationStatus',
  })
  expect(OrderPage?.properties?.['results']?.items).toEqual({ $ref: '#/components/schemas/Order' })
})

test('every error status is a problem with sentences of its own', () => {
  const statuses = new Set(operations.flatMap((operation) => Object.keys(operation.replies)))
  const errors = [...statuses].filter((status) => Number(status) >= 400)
  expect([...Object.keys(errorReplies), '409'].sort()).toEqual(errors.sort())
  for (const { examples } of Object.values(errorReplies)) {
    for (const detail of Object.values(examples)) {
      expect(Value.Check(Problem, { detail })).toBe(true)
    }
  }
})

test('the document says of itself what was given', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe('1.2.3')
  expect(document.servers).toEqual([{ url: 'https://debitos.test', description: 'Production.' }])
})

test('a reply leads to the next calls, whose parameters it answers', () => {
  const paths = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const linked = paths.flatMap((operation) =>
    ['200', '201'].flatMap((status) => {
      const links = (operation.responses[status] as ResponseObject | undefined)?.links ?? {}
      return Object.values(links).map((link) => ({ from: operation.operationId, link }))
    }),
  )
  const ways = linked.map(({ from, link }) => `${from} > ${link.operationId}`)
  for (const way of [
    'createVehicle > createConsultation',
    'createConsultation > getConsultation',
    'getConsultation > createOrder',
    'createOrder > getOrder',
    'createOrder > payCard',
  ]) {
    expect(ways).toContain(way)
  }
  for (const { link } of linked) {
    const target = operations.find(({ id }) => id === link.operationId)
    const needed = [...(target?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(link.parameters ?? {})).toEqual(needed)
  }
})
