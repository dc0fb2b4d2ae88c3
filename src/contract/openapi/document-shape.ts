/** The parts of an OpenAPI 3.1 document that this project writes and reads. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/** JSON Schema 2020-12, as far as the contract uses it. */
export type SchemaObject = {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
  readonly items?: SchemaObject
  readonly anyOf?: readonly SchemaObject[]
  readonly enum?: readonly Json[]
  /** Known words of a reply, beside which others may come (Zalando's API guidelines, rule 112). */
  readonly 'x-extensible-enum'?: readonly string[]
  readonly examples?: readonly Json[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly default?: Json
  readonly writeOnly?: boolean
  readonly additionalProperties?: boolean
}

export type ExampleObject = { readonly summary?: string; readonly value: unknown }

export type MediaObject = {
  readonly schema: SchemaObject
  readonly examples?: Readonly<Record<string, ExampleObject>>
}

export type Content = { readonly 'application/json': MediaObject }

export type Reference = { readonly $ref: string }

export type ParameterObject = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: SchemaObject
  readonly example?: Json
}

export type HeaderObject = Omit<ParameterObject, 'name' | 'in'>

/** `parameters`: by name, as expressions of the reply. */
export type LinkObject = {
  readonly operationId: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly description: string
}

export type ResponseObject = {
  readonly description: string
  readonly links?: Readonly<Record<string, LinkObject>>
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Content
}

export type OperationObject = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly 'x-codeSamples'?: readonly CodeSample[]
}

/** An extension that Scalar, Redoc and others show beside an operation. */
export type CodeSample = { readonly lang: string; readonly label: string; readonly source: string }

export type ServerObject = { readonly url: string; readonly description: string }

export type OpenApiDocument = {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly contact: { readonly name: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly ServerObject[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly parameters: Readonly<Record<string, ParameterObject>>
    readonly headers: Readonly<Record<string, HeaderObject>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}
