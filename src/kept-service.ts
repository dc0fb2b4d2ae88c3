/**
 * The service that a person connected in the console: kept in the data directory, so that every
 * command there uses it. What the environment or the command line says comes first, as a whole: the
 * key of one service is never sent to another.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.ts'
import { isFields } from './fields.ts'

/** Options that the file sets; a value of the environment for any of them sets the file aside. */
export const KEPT_NAMES = ['FROTA_API_URL', 'FROTA_API_KEY_FILE', 'FROTA_ACCOUNT_ID'] as const

export type KeptService = Readonly<Record<(typeof KEPT_NAMES)[number], string>>

export function keptServicePath(dataDir: string): string {
  return join(dataDir, 'service.json')
}

/** Undefined where nothing was connected. Throws `configuration` for a file that is damaged. */
export function readKeptService(dataDir: string): KeptService | undefined {
  const path = keptServicePath(dataDir)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const kept = parsed(text)
  if (kept !== undefined) return kept
  throw new Failure('configuration', {
    pt: `${path} está danificado: apague-o e conecte o serviço de novo no console.`,
    en: `${path} is damaged: delete it, and connect the service again in the console.`,
  })
}

function parsed(text: string): KeptService | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isFields(value)) return undefined
  const { FROTA_API_URL: url, FROTA_API_KEY_FILE: keyFile, FROTA_ACCOUNT_ID: account } = value
  const isWhole =
    typeof url === 'string' && typeof keyFile === 'string' && typeof account === 'string'
  if (!isWhole) return undefined
  return { FROTA_API_URL: url, FROTA_API_KEY_FILE: keyFile, FROTA_ACCOUNT_ID: account }
}
