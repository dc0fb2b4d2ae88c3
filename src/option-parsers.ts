/** How the text of an option becomes its value, or a sentence that says what to give instead. */
import { isIP } from 'node:net'
import type { Bilingual } from './bilingual.ts'
import { Temporal } from 'temporal-polyfill'
import type { StartAt } from './clock.ts'
import { parseReais } from './fleet/money.ts'
import { veilDocuments } from './fleet/veil-documents.ts'

/** `expected`: what to give instead, to follow a colon. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; expected: Bilingual }

export function text(value: string): Parsed<string> {
  return { ok: true, value }
}

function expected(pt: string, en: string): { ok: false; expected: Bilingual } {
  return { ok: false, expected: { pt, en } }
}

export function url(...protocols: string[]): (value: string) => Parsed<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed !== undefined && protocols.includes(parsed.protocol)) return { ok: true, value }
    return expected(
      `dê um endereço que comece com ${protocols.join('// ou ')}//`,
      `give an address that starts with ${protocols.join('// or ')}//`,
    )
  }
}

export function integer(min: number, max: number): (value: string) => Parsed<number> {
  return (value) => {
    const parsed = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (parsed >= min && parsed <= max) return { ok: true, value: parsed }
    return expected(
      `dê um número inteiro de ${min} a ${max}`,
      `give a whole number from ${min} to ${max}`,
    )
  }
}

export function choice<const C extends string>(...choices: C[]): (value: string) => Parsed<C> {
  return (value) => {
    const found = choices.find((each) => each === value)
    if (found !== undefined) return { ok: true, value: found }
    const all = choices.join(', ')
    return expected(`dê um destes: ${all}`, `give one of ${all}`)
  }
}

const WEB = ['http:', 'https:']

/** Where browsers reach the console: https://HOST[:PORT], and nothing after it. */
export function origin(value: string): Parsed<string> {
  const found = originOf(value, ['https:'])
  if (found !== undefined) return { ok: true, value: found }
  return expected(
    'dê um endereço https sem caminho, como https://frota.exemplo.com.br',
    'give an https address without a path, such as https://frota.example.com',
  )
}

/** The same, over http, too: links and pages of the service begin at its root. */
export function webOrigin(value: string): Parsed<string> {
  const found = originOf(value, WEB)
  if (found !== undefined) return { ok: true, value: found }
  return expected(
    'dê um endereço sem caminho, como https://api.exemplo.com.br',
    'give an address without a path, such as https://api.example.com',
  )
}

/** As browsers name where a page is from, with commas between them. */
export function webOrigins(value: string): Parsed<readonly string[]> {
  const all = value.split(',').map((each) => each.trim())
  const found = all.filter((each) => each !== '').map((each) => originOf(each, WEB))
  if (found.every((each) => each !== undefined)) return { ok: true, value: found }
  return expected(
    'dê origens como o navegador as escreve, com vírgulas: https://app.exemplo.com.br',
    'give origins as browsers write them, with commas: https://app.example.com',
  )
}

function originOf(value: string, protocols: readonly string[]): string | undefined {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (parsed === undefined || !protocols.includes(parsed.protocol)) return undefined
  return parsed.origin === value.replace(/\/$/, '').toLowerCase() ? parsed.origin : undefined
}

/** An address that is called from here: by https, or on this machine. */
export function calledUrl(value: string): Parsed<string> {
  if (isCalled(value)) return { ok: true, value }
  return expected('dê um endereço https', 'give an https address')
}

const RECEIVERS_MAX = 10

/** Webhooks and mail addresses, with commas between them. */
export function receivers(value: string): Parsed<readonly string[]> {
  const all = value
    .split(',')
    .map((each) => each.trim().replace(/^mailto:/, ''))
    .filter((each) => each !== '')
  if (all.length <= RECEIVERS_MAX && all.every((each) => isCalled(each) || isMail(each))) {
    return { ok: true, value: [...new Set(all)] }
  }
  return expected(
    `dê endereços https ou de e-mail, separados por vírgulas, no máximo ${RECEIVERS_MAX}`,
    `give https or mail addresses with commas between them, at most ${RECEIVERS_MAX}`,
  )
}

export function mailAddress(value: string): Parsed<string> {
  if (isMail(value)) return { ok: true, value }
  return expected('dê um endereço de e-mail', 'give a mail address')
}

function isMail(value: string): boolean {
  return /^[^\s@<>",:]{1,64}@[a-z0-9.-]{1,200}$/i.test(value)
}

const HERE = ['127.0.0.1', '[::1]', 'localhost']

function isCalled(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && HERE.includes(hostname))
  return isSafe && username === ''
}

/** In lower case, as Node names headers. */
export function headerName(value: string): Parsed<string> {
  if (/^[a-z0-9-]{1,60}$/i.test(value)) return { ok: true, value: value.toLowerCase() }
  return expected(
    'dê o nome de um cabeçalho, como X-Remote-User',
    'give the name of a header, such as X-Remote-User',
  )
}

export function ipAddress(value: string): Parsed<string> {
  if (isIP(value) !== 0) return { ok: true, value }
  return expected('dê um endereço IP, como 10.0.0.5', 'give an IP address, such as 10.0.0.5')
}

/** How orders are paid; FROTA_ORDER_METHOD and the policy file share this parser. */
export function orderMethod(value: string): Parsed<'none' | 'pix' | 'boleto'> {
  if (value !== 'credit_card') return choice('none', 'pix', 'boleto')(value)
  return expected(
    'por aqui não se pede nem se paga com cartão; dê pix ou boleto',
    'nothing is ordered or paid by card here; give pix or boleto',
  )
}

export function uuid(value: string): Parsed<string> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
    return { ok: true, value: value.toLowerCase() }
  }
  const example = '00000000-0000-4000-8000-000000000000'
  return expected(`dê um UUID, como ${example}`, `give a UUID, such as ${example}`)
}

export function reais(value: string): Parsed<bigint> {
  const parsed = parseReais(value)
  if (parsed.ok) return { ok: true, value: parsed.value }
  return expected('dê um valor em reais, como 1500,00', 'give an amount in reais, such as 1500.00')
}

export function timeZone(value: string): Parsed<string> {
  try {
    return {
      ok: true,
      value: new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone,
    }
  } catch {
    const example = 'America/Sao_Paulo'
    return expected(`dê um fuso horário, como ${example}`, `give a time zone, such as ${example}`)
  }
}

const START_YEAR_MIN = 2000
const START_YEAR_MAX = 2099

/** `THEN` or `THEN@REAL`: instants with their zone. */
export function startAt(value: string): Parsed<StartAt> {
  const [thenMs, realMs, ...more] = value.split('@').map(instantMs)
  const isWhole = !value.includes('@') || realMs !== undefined
  if (thenMs !== undefined && isWhole && more.length === 0) {
    return { ok: true, value: realMs === undefined ? { thenMs } : { thenMs, realMs } }
  }
  const example = '2026-12-31T20:00:00-03:00'
  return expected(
    `dê um instante com fuso, como ${example} (docs/operations.md)`,
    `give an instant with its zone, such as ${example} (docs/operations.md)`,
  )
}

function instantMs(text: string): number | undefined {
  try {
    const { epochMilliseconds } = Temporal.Instant.from(text)
    const year = new Date(epochMilliseconds).getUTCFullYear()
    return year >= START_YEAR_MIN && year <= START_YEAR_MAX ? epochMilliseconds : undefined
  } catch {
    return undefined
  }
}

const NAME_CHARACTERS_MAX = 80

/** A person's name: kept for ever in the audit log, so a document is refused. */
export function personName(value: string): Parsed<string> {
  const name = value.normalize('NFC').replace(/\s+/gu, ' ').trim()
  const isOurs = name.startsWith('os:') || ['policy', 'frota'].includes(name.toLowerCase())
  const isName = /\p{L}/u.test(name) && !/[\p{Cc}\p{Cf}]/u.test(name) && !isOurs
  if (isName && name.length <= NAME_CHARACTERS_MAX && veilDocuments(name) === name) {
    return { ok: true, value: name }
  }
  return expected(
    `dê um nome com letras, até ${NAME_CHARACTERS_MAX} caracteres e sem CPF, como "Ana Souza"`,
    `give a name with letters, of ${NAME_CHARACTERS_MAX} characters at most, no CPF, as "Ana Souza"`,
  )
}
