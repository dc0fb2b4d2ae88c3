/** Pure. What a reference of a document leads to. */
import type { OpenApiDocument, Reference } from '../../contract/openapi/document-shape.ts'

/** `T` is what stands at such a place; the document's own tests hold that references lead there. */
export function resolved<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value)) return value
  const steps = value.$ref.replace(/^#\//, '').split('/')
  const found = steps.reduce<unknown>((at, step) => Object(at)[step], document)
  return found as T
}
