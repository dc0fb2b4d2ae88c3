/** Pure. The contract's OpenAPI document with this service's addresses, moves and examples. */
import { openApiDocument } from '../../contract/openapi/document.ts'
import type { OpenApiDocument, ServerObject } from '../../contract/openapi/document-shape.ts'
import { attemptMoves, itemMoves, orderMoves } from '../order-state.ts'
import { curlCommand } from './curl-command.ts'
import { simulationWords } from './simulation-words.ts'

export interface ServiceAddresses {
  readonly publicBaseUrl?: string | undefined
  readonly devBaseUrl?: string | undefined
  /** The address that was called, for `servers` when no other is configured. */
  readonly calledUrl?: string
  readonly version?: string | undefined
}

/** For a program that was started without a version. */
const VERSION_UNKNOWN = '0.0.0'

export function serviceDocument(addresses: ServiceAddresses): OpenApiDocument {
  const document = openApiDocument({
    version: addresses.version ?? VERSION_UNKNOWN,
    servers: serversOf(addresses),
    simulation: simulationWords(),
    moves: { order: orderMoves, attempt: attemptMoves, item: itemMoves },
  })
  return { ...document, paths: withCommands(document) }
}

/** Adds to each operation the curl command of its first example. */
function withCommands(document: OpenApiDocument): OpenApiDocument['paths'] {
  return mapValues(document.paths, (methods, path) =>
    mapValues(methods, (operation, method) => {
      const source = curlCommand(document, path, method, operation)
      return { ...operation, 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] }
    }),
  )
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T, key: string) => T) {
  return Object.fromEntries(Object.entries(values).map(([key, each]) => [key, change(each, key)]))
}

export function serversOf(addresses: ServiceAddresses): ServerObject[] {
  const { publicBaseUrl, devBaseUrl, calledUrl } = addresses
  const configured = [
    { url: publicBaseUrl, description: 'Production.' },
    { url: devBaseUrl, description: 'Develop.' },
  ].flatMap(({ url, description }) =>
    url === undefined ? [] : [{ url: withoutSlash(url), description }],
  )
  if (configured.length > 0) return configured
  return [{ url: withoutSlash(calledUrl ?? 'http://127.0.0.1'), description: 'This service.' }]
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
