/** Pure. Turns a TypeBox schema into JSON Schema: named schemas as references, open words plain. */
import type { TSchema } from 'typebox'
import type { SchemaObject } from './document-shape.ts'
import { namedSchemas, type SchemaName } from './named-schemas.ts'
import type { SchemaWords } from './words/schema-words-shape.ts'
import { entriesOf, isFields } from '../../fields.ts'

/** Schemas are found by their JSON text, because TypeBox copies a schema that is nested. */
const nameOf = new Map(
  Object.entries(namedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]),
)

export function componentSchemas(
  words: Readonly<Record<SchemaName, SchemaWords>>,
): Record<string, SchemaObject> {
  return Object.fromEntries(
    entriesOf(namedSchemas).map(([name, schema]) => [
      name,
      described(plainObject(schema), words[name]),
    ]),
  )
}

/** A reference where the schema has a name, the schema itself otherwise. */
export function plainSchema(schema: TSchema): SchemaObject {
  return referred(asJson(schema))
}

function referred(schema: SchemaObject): SchemaObject {
  const name = nameOf.get(JSON.stringify(schema))
  return name === undefined ? plainObject(schema) : { $ref: `#/components/schemas/${name}` }
}

/** As it is written: without the marks that TypeBox keeps for itself. */
function asJson(schema: object): SchemaObject {
  const json: unknown = JSON.parse(JSON.stringify(schema))
  if (!isSchema(json)) throw new Error('A schema of the contract is an object.')
  return json
}

/** A schema of the contract uses only what `SchemaObject` names, and all of that is optional. */
function isSchema(json: unknown): json is SchemaObject {
  return isFields(json)
}

/** One level: what is inside may have a name. */
function plainObject(given: object): SchemaObject {
  const schema = asJson(given)
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    // An open word may be any text, so only its first known word is shown as an example.
    ...(schema['x-extensible-enum'] !== undefined && schema.examples !== undefined
      ? { examples: schema.examples.slice(0, 1) }
      : {}),
    ...(properties === undefined ? {} : { properties: mapped(properties) }),
    ...(items === undefined ? {} : { items: referred(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(referred) }),
  }
}

function mapped(properties: Readonly<Record<string, SchemaObject>>): Record<string, SchemaObject> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, referred(schema)]),
  )
}

/** OpenAPI 3.1 allows a description beside a $ref, so each field gets its own sentence. */
function described(schema: SchemaObject, words: SchemaWords): SchemaObject {
  const { description, fields, writeOnly = [] } = words
  const told = { ...schema, description }
  if (schema.properties === undefined || fields === undefined) return told
  const sentences: Readonly<Record<string, string>> = fields
  const properties = Object.entries(schema.properties).map(([name, field]) => [
    name,
    {
      ...field,
      ...(sentences[name] === undefined ? {} : { description: sentences[name] }),
      ...(writeOnly.includes(name) ? { writeOnly: true } : {}),
    },
  ])
  return { ...told, properties: Object.fromEntries(properties) }
}
