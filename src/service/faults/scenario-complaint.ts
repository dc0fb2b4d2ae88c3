/** Pure. What is wrong with a scenario file, as a sentence with the place and the cure. */
import type { Bilingual } from '../../bilingual.ts'
import type { TLocalizedValidationError } from 'typebox/error'
import { Failure } from '../../failure.ts'

/** The part of the file stands as `rules[2].then.ms`; names come from the file, so they are cut. */
export function wrongScenario(path: string, words: Bilingual, cause?: unknown): Failure {
  const where = path
    .slice(1, 120)
    .replace(/[^\w/-]/g, '?')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const pt = where === '' ? 'o arquivo' : where
  const en = where === '' ? 'the file' : where
  const sentence = {
    pt: `Cenário (SERVICE_SCENARIO_FILE): ${pt}: ${words.pt}.`,
    en: `Scenario (SERVICE_SCENARIO_FILE): ${en}: ${words.en}.`,
  }
  return new Failure('configuration', sentence, cause === undefined ? {} : { cause })
}

/** Of all complaints the one that helps most: an unknown key, then a missing one, then the first. */
export function complaint(errors: readonly TLocalizedValidationError[]): {
  path: string
  words: Bilingual
} {
  const error =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.find(({ keyword }) => keyword === 'required') ??
    errors[0]
  if (error === undefined) return { path: '', words: { pt: 'não serve', en: 'is not usable' } }
  if (error.keyword === 'additionalProperties') {
    const [key = ''] = error.params.additionalProperties
    return {
      path: `${error.instancePath}/${key}`,
      words: {
        pt: 'chave desconhecida; retire-a ou corrija o nome',
        en: 'unknown key; remove it or mend its name',
      },
    }
  }
  if (error.keyword === 'required') {
    const [key = ''] = error.params.requiredProperties
    return {
      path: `${error.instancePath}/${key}`,
      words: { pt: 'falta; acrescente', en: 'is missing; add it' },
    }
  }
  return { path: error.instancePath, words: expected(error) }
}

function expected(error: TLocalizedValidationError): Bilingual {
  const { keyword, params } = error
  if (keyword === 'enum') {
    const values = params.allowedValues.join(', ')
    return { pt: `use um destes: ${values}`, en: `use one of these: ${values}` }
  }
  if (keyword === 'minimum') {
    return { pt: `no mínimo ${params.limit}`, en: `at least ${params.limit}` }
  }
  if (keyword === 'maximum' || keyword === 'maxItems' || keyword === 'maxLength') {
    return { pt: `no máximo ${params.limit}`, en: `at most ${params.limit}` }
  }
  if (keyword === 'pattern') {
    const pattern = String(params.pattern)
    return { pt: `deve ter a forma ${pattern}`, en: `must look like ${pattern}` }
  }
  if (keyword === 'type') {
    const type = String(params.type)
    return { pt: `deve ser do tipo ${type}`, en: `must be of type ${type}` }
  }
  return { pt: 'valor inválido; corrija-o', en: 'invalid value; mend it' }
}
