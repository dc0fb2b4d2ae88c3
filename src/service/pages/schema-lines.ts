/** Pure. A schema in words: its type with links, its bounds, and its fields as a list. */
import type { SchemaObject } from '../../contract/openapi/document-shape.ts'
import type { DocsTexts } from './docs-texts.ts'
import { markdown } from './markdown.ts'
import { markup, type Markup, type Piece } from './markup.ts'
import { referredName } from './resolved.ts'

/** `string`, `Uuid` with a link, `list of DebtItem`, `Timestamp or null`. */
export function typeOf(schema: SchemaObject, texts: DocsTexts): Markup {
  if (schema.$ref !== undefined) {
    const name = referredName(schema.$ref)
    return markup`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf !== undefined) {
    const ways = schema.anyOf.map((each, at): Piece => [
      at > 0 && ` ${texts.or} `,
      typeOf(each, texts),
    ])
    return markup`${ways}`
  }
  if (schema.items !== undefined) return markup`${texts.listOf} ${typeOf(schema.items, texts)}`
  return markup`${schema.type === 'null' ? texts.empty : (schema.type ?? '')}`
}

/** What a value must keep to, in few words; null when nothing more is asked. */
export function boundsOf(schema: SchemaObject, texts: DocsTexts): Markup | null {
  const values = schema.enum?.map((each, at): Piece => [
    at > 0 && ', ',
    markup`<code>${typeof each === 'string' ? each : JSON.stringify(each)}</code>`,
  ])
  const said: Piece[] = [
    values !== undefined && [`${texts.oneOf} `, values],
    range(schema.minimum, schema.maximum, '', texts),
    range(schema.minLength, schema.maxLength, texts.characters, texts),
    range(schema.minItems, schema.maxItems, texts.items, texts),
    schema.pattern !== undefined && markup`<code class="pattern">${schema.pattern}</code>`,
  ].filter((each) => each !== false && each !== '')
  if (said.length === 0) return null
  const joined = said.map((each, at): Piece => [at > 0 && '; ', each])
  return markup`<span class="bounds">${joined}</span>`
}

function range(
  from: number | undefined,
  to: number | undefined,
  what: string,
  texts: DocsTexts,
): string {
  const bounds = [
    from === undefined ? '' : `${texts.from} ${from}`,
    to === undefined ? '' : `${texts.to} ${to}`,
  ].filter(Boolean)
  return bounds.length === 0 ? '' : [...bounds, what].filter(Boolean).join(' ')
}

export function requiredMark(isRequired: boolean, texts: DocsTexts): Markup {
  return isRequired
    ? markup`<span class="mark required">${texts.required}</span>`
    : markup`<span class="mark">${texts.optional}</span>`
}

/** One line of a list: a name, its type, whether it must be there, its bounds and its words. */
export function fieldLine(
  name: string,
  schema: SchemaObject,
  marks: readonly Piece[],
  description: string,
  texts: DocsTexts,
): Markup {
  return markup`<li><code class="name">${name}</code>
<span class="type">${typeOf(schema, texts)}</span>
${marks} ${boundsOf(schema, texts)}
<div class="words" lang="en">${markdown(description)}</div></li>`
}

export function fieldList(schema: SchemaObject, texts: DocsTexts): Markup | null {
  if (schema.properties === undefined) return null
  const lines = Object.entries(schema.properties).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) === true
    const marks: Piece[] = [
      requiredMark(isRequired, texts),
      field.writeOnly === true && markup` <span class="mark">${texts.writeOnly}</span>`,
    ]
    return fieldLine(name, field, marks, field.description ?? '', texts)
  })
  return markup`<ul class="fields">${lines}</ul>`
}
