/**
 * Reads the option files that people write: from JSON text to a value of a schema, or a Failure
 * that names the file, the field, its value and the cure. What one schema cannot say, such as which
 * fields go together, is checked by the file's own reader, which complains by `wrongIn`.
 */
import type { Static, TSchema } from 'typebox'
import { Check, Errors, Pointer } from 'typebox/value'
import type { Bilingual } from './bilingual.ts'
import { Failure } from './failure.ts'
import { jsonLines } from './json-lines.ts'

export interface OptionFile {
  /** What the file is for, and the option that names it. */
  readonly name: Bilingual
  readonly bytesMax: number
  /** Lists and groups are not repeated: somebody may have put a key or a document into one. */
  readonly isPrivate?: boolean
  /** Set for a long file, whose errors name the line; the reader finds it. */
  readonly lineOf?: (pointer: string) => number
}

/** What a schema says beside the standard's words: how its value is fixed. */
interface Described {
  readonly cure?: Bilingual
  /** Its value is not repeated. */
  readonly isHidden?: boolean
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly properties?: object
}

const SHOWN_CHARACTERS_MAX = 60
const PLACE_CHARACTERS_MAX = 120

/** No key is allowed beside those of the schema, lest a typing error be an option nobody heeds. */
export const strict = { additionalProperties: false } as const

export function readOptionFile<S extends TSchema>(
  file: OptionFile,
  schema: S,
  text: string,
): Static<S> {
  if (Buffer.byteLength(text) > file.bytesMax) {
    throw wrongIn(file, '', {
      pt: `passa de ${file.bytesMax} bytes; encurte-o`,
      en: `is longer than ${file.bytesMax} bytes; shorten it`,
    })
  }
  const value = parsed(file, text)
  const { repeated, lineOf } = jsonLines(text)
  const located = file.lineOf === undefined ? file : { ...file, lineOf }
  if (repeated !== undefined) {
    throw wrongIn(located, repeated.pointer, {
      pt: `a chave está repetida (linha ${repeated.line}); deixe uma só`,
      en: `the key is repeated (line ${repeated.line}); leave one of them`,
    })
  }
  return checkedOption(located, schema, value)
}

function parsed(file: OptionFile, text: string): unknown {
  try {
    // A text editor of Windows puts a mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const words = {
      pt: 'não é JSON; confira vírgulas e aspas',
      en: 'is not JSON; look at its commas and quotes',
    }
    const line = /\(line (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1]
    const at = file.lineOf === undefined ? file : { ...file, lineOf: () => Number(line ?? 1) }
    // The cause quotes the text.
    throw wrongIn(at, '', words, file.isPrivate === true ? {} : { cause })
  }
}

/** `at`: where the value stands in the file, when it is a part of it. */
export function checkedOption<S extends TSchema>(
  file: OptionFile,
  schema: S,
  value: unknown,
  at = '',
): Static<S> {
  if (Check(schema, value)) return value
  const errors = Errors(schema, value)
  // An unknown key helps most, since it may be the one that is missing.
  const error =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.find(({ keyword }) => keyword === 'required') ??
    errors[0]
  if (error === undefined) throw wrongIn(file, at, { pt: 'não serve', en: 'is not usable' })
  const { instancePath, schemaPath } = error
  const described = (Pointer.Get(schema, schemaPath.slice(1)) ?? schema) as Described
  if (error.keyword === 'required') {
    const [key = ''] = error.params.requiredProperties
    throw wrongIn(file, `${at}${instancePath}/${key}`, {
      pt: 'falta; acrescente',
      en: 'is missing; add it',
    })
  }
  if (error.keyword === 'additionalProperties') {
    const [key = ''] = error.params.additionalProperties
    throw wrongIn(file, `${at}${instancePath}/${key}`, described.cure ?? known(described))
  }
  const cure = cureOf(described)
  const given = Pointer.Get(value, instancePath)
  const isHidden =
    described.isHidden === true || (file.isPrivate === true && given instanceof Object)
  const shown = isHidden ? '' : `${shorten(given)} `
  throw wrongIn(file, `${at}${instancePath}`, {
    pt: `${shown}não serve: ${cure.pt}`,
    en: `${shown}is not usable: ${cure.en}`,
  })
}

/** `path`: a JSON pointer, shown as `rules[2].then.ms`. Names come from the file, so they are cut. */
export function wrongIn(
  file: OptionFile,
  path: string,
  words: Bilingual,
  options?: { readonly cause?: unknown },
): Failure {
  const place = path
    .slice(1, PLACE_CHARACTERS_MAX)
    .replace(/[^\w\-./ ]/g, '?')
    .replaceAll(/(?:^|\/)(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
  const line = file.lineOf?.(path)
  const [linePt, lineEn] = line === undefined ? ['', ''] : [`linha ${line}, `, `line ${line}, `]
  return new Failure(
    'configuration',
    {
      pt: `${file.name.pt}: ${linePt}${place || 'o arquivo'}: ${words.pt}.`,
      en: `${file.name.en}: ${lineEn}${place || 'the file'}: ${words.en}.`,
    },
    options,
  )
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  const cut = text.slice(0, SHOWN_CHARACTERS_MAX)
  // What a terminal would obey is not repeated to it.
  return `${cut.replace(/\p{C}/gu, '?')}${text.length > cut.length ? '…' : ''}`
}

function known({ properties = {} }: Described): Bilingual {
  const names = Object.keys(properties).join(', ')
  return {
    pt: `chave desconhecida; retire-a ou use uma destas: ${names}`,
    en: `unknown key; remove it or use one of these: ${names}`,
  }
}

function cureOf(schema: Described): Bilingual {
  if (schema.cure !== undefined) return schema.cure
  if (schema.enum !== undefined) {
    const words = schema.enum.join(', ')
    return { pt: `use um destes: ${words}`, en: `use one of these: ${words}` }
  }
  if (schema.pattern !== undefined) {
    return { pt: `use a forma ${schema.pattern}`, en: `use the form ${schema.pattern}` }
  }
  const { minimum, maximum, minItems = 0, maxItems, minLength = 0, maxLength } = schema
  switch (schema.type) {
    case 'integer':
      return {
        pt: `dê um número inteiro de ${minimum} a ${maximum}`,
        en: `give a whole number from ${minimum} to ${maximum}`,
      }
    case 'string':
      return {
        pt: `dê um texto de ${minLength} a ${maxLength} caracteres`,
        en: `give a text of ${minLength} to ${maxLength} characters`,
      }
    case 'array':
      return {
        pt: `dê uma lista de ${minItems} a ${maxItems}`,
        en: `give a list of ${minItems} to ${maxItems}`,
      }
    case 'boolean':
      return { pt: 'dê true ou false', en: 'give true or false' }
    default:
      return { pt: 'dê um objeto JSON, como {}', en: 'give a JSON object, such as {}' }
  }
}
