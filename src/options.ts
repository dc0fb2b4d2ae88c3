/**
 * The one described table of options. Environment names, flags, `--help` and the README's table all
 * come from it (`npm run docs:options`). Secrets have no flag: environment or file only.
 */
import { parseReais } from './fleet/money.ts'

/** `expected`: what to give instead, to follow a colon. */
export type Parsed<T> =
  | { ok: true; value: T }
  | { ok: false; expected: { readonly pt: string; readonly en: string } }

export interface Option<T = unknown> {
  readonly parse: (text: string) => Parsed<T>
  readonly default: T | undefined
  readonly pt: string
  readonly en: string
  readonly secret?: boolean
  /** Only `frota service` reads it. */
  readonly service?: boolean
}

const HOUR_SLOTS_MAX = 100_000
const PORT_MAX = 65_535
const FRESHNESS_DAYS_MAX = 3_650
const TEST_SCALE_MAX = 100_000

function text(value: string): Parsed<string> {
  return { ok: true, value }
}

function expected(pt: string, en: string): { ok: false; expected: { pt: string; en: string } } {
  return { ok: false, expected: { pt, en } }
}

function url(...protocols: string[]): (value: string) => Parsed<string> {
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed !== undefined && protocols.includes(parsed.protocol)) return { ok: true, value }
    return expected(
      `dê um endereço que comece com ${protocols.join('// ou ')}//`,
      `give an address that starts with ${protocols.join('// or ')}//`,
    )
  }
}

function integer(min: number, max: number): (value: string) => Parsed<number> {
  return (value) => {
    const parsed = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (parsed >= min && parsed <= max) return { ok: true, value: parsed }
    return expected(
      `dê um número inteiro de ${min} a ${max}`,
      `give a whole number from ${min} to ${max}`,
    )
  }
}

function choice<const C extends string>(...choices: C[]): (value: string) => Parsed<C> {
  return (value) => {
    const found = choices.find((each) => each === value)
    if (found !== undefined) return { ok: true, value: found }
    const all = choices.join(', ')
    return expected(`dê um destes: ${all}`, `give one of ${all}`)
  }
}

function uuid(value: string): Parsed<string> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
    return { ok: true, value: value.toLowerCase() }
  }
  const example = '00000000-0000-4000-8000-000000000000'
  return expected(`dê um UUID, como ${example}`, `give a UUID, such as ${example}`)
}

function reais(value: string): Parsed<bigint> {
  const parsed = parseReais(value)
  if (parsed.ok) return { ok: true, value: parsed.value }
  return expected('dê um valor em reais, como 1500,00', 'give an amount in reais, such as 1500,00')
}

function timeZone(value: string): Parsed<string> {
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

function option<T, const D extends T | undefined>(
  parse: (text: string) => Parsed<T>,
  fallback: D,
  pt: string,
  en: string,
  marks: { secret?: boolean; service?: boolean } = {},
): Option<T> & { readonly default: D } {
  return { parse, default: fallback, pt, en, ...marks }
}

export const options = {
  FROTA_API_URL: option(
    url('http:', 'https:'),
    undefined,
    'endereço do serviço de débitos (ausente: o serviço embutido, simulado)',
    'address of the debt service (absent: the embedded, simulated one)',
  ),
  FROTA_API_KEY: option(text, undefined, 'chave da API', 'API key', { secret: true }),
  FROTA_API_KEY_FILE: option(
    text,
    undefined,
    'arquivo que contém a chave da API; relido a cada uso',
    'file that holds the API key; read again at every use',
  ),
  FROTA_ACCOUNT_ID: option(
    uuid,
    undefined,
    'conta do cliente final no serviço (UUID)',
    "the end customer's account at the service (UUID)",
  ),
  DATABASE_URL: option(
    url('postgres:', 'postgresql:'),
    undefined,
    'PostgreSQL do livro-razão (ausente: PGlite no diretório de dados)',
    "the ledger's PostgreSQL (absent: PGlite in the data directory)",
    { secret: true },
  ),
  REDIS_URL: option(
    url('redis:', 'rediss:'),
    undefined,
    'Redis da fila (ausente: a fila fica no banco de dados)',
    "the queue's Redis (absent: the queue lives in the database)",
    { secret: true },
  ),
  FROTA_DATA_DIR: option(text, './data', 'diretório de dados', 'data directory'),
  FROTA_REPORTS_DIR: option(text, './reports', 'diretório dos relatórios', 'reports directory'),
  FROTA_SECRET_FILE: option(
    text,
    undefined,
    'arquivo de segredos, criado com modo 0600 (padrão: secret.json no diretório de dados)',
    'secret file, created with mode 0600 (default: secret.json in the data directory)',
  ),
  FROTA_FLEET: option(text, 'principal', 'nome da frota', 'name of the fleet'),
  FROTA_CONSULTATIONS_PER_HOUR: option(
    integer(1, HOUR_SLOTS_MAX),
    20,
    'consultas por hora e credencial; acima de 20 só contra um serviço simulado',
    'consultations per hour and credential; above 20 only against a simulated service',
  ),
  FROTA_ORDERS_PER_HOUR: option(
    integer(1, HOUR_SLOTS_MAX),
    30,
    'pedidos e pagamentos com cartão por hora; acima de 30 só contra um serviço simulado',
    'orders and card payments per hour; above 30 only against a simulated service',
  ),
  FROTA_FRESHNESS: option(
    integer(0, FRESHNESS_DAYS_MAX),
    7,
    'dias durante os quais uma resposta ainda vale e não se consulta de novo',
    'days for which an answer still holds and is not asked for again',
  ),
  FROTA_ORDER_METHOD: option(
    choice('none', 'pix', 'boleto', 'credit_card'),
    'none',
    'meio de pagamento dos pedidos (none: apenas propostas)',
    'payment method of the orders (none: proposals only)',
  ),
  FROTA_APPROVE_UP_TO: option(
    reais,
    0n,
    'aprova sozinho pedidos até este valor em reais, por veículo (0: nada é pedido sem pessoa)',
    'approves orders up to this amount in reais per vehicle (0: nothing is ordered unattended)',
  ),
  FROTA_CSV_FLAVOUR: option(
    choice('excel', 'machine'),
    'excel',
    'formato dos CSV: excel (pt-BR: ponto e vírgula, vírgula decimal) ou machine',
    'flavour of the CSV files: excel (pt-BR: semicolons, decimal comma) or machine',
  ),
  FROTA_LOCALE: option(
    choice('pt-BR', 'en'),
    'pt-BR',
    'idioma do que se lê',
    'language of what is read',
  ),
  FROTA_TIME_ZONE: option(
    timeZone,
    'America/Sao_Paulo',
    'fuso horário de "hoje", dos horários e da exibição',
    'time zone of "today", of schedules and of display',
  ),
  FROTA_TEST_SCALE: option(
    integer(1, TEST_SCALE_MAX),
    1,
    'divide janelas e esperas, só para testes contra um serviço em loopback',
    'divides windows and waits, only for tests against a service on loopback',
  ),
  LOG_LEVEL: option(
    choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'warn',
    'nível do log em JSON na saída de erros',
    'level of the JSON log on standard error',
  ),
  PORT: option(integer(0, PORT_MAX), 8080, 'porta do serviço', "the service's port", {
    service: true,
  }),
  LOOKUP_MODE: option(
    choice('mock', 'live'),
    'mock',
    'consultas simuladas (mock) ou reais (live)',
    'simulated (mock) or real (live) consultations',
    { service: true },
  ),
  PAYMENTS_MODE: option(
    choice('mock', 'live'),
    'mock',
    'pagamentos simulados (mock) ou reais (live)',
    'simulated (mock) or real (live) payments',
    { service: true },
  ),
  CORS_ORIGINS: option(
    text,
    '',
    'origens de página autorizadas, separadas por vírgula',
    'authorized page origins, separated by commas',
    { service: true },
  ),
  PUBLIC_BASE_URL: option(
    url('http:', 'https:'),
    undefined,
    'endereço público de produção',
    'public production address',
    { service: true },
  ),
  DEV_BASE_URL: option(
    url('http:', 'https:'),
    undefined,
    'endereço público de desenvolvimento',
    'public develop address',
    { service: true },
  ),
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options
type Parse<N extends OptionName> =
  ReturnType<(typeof options)[N]['parse']> extends Parsed<infer T> ? T : never
/** An option with a default always has a value. */
export type OptionValue<N extends OptionName> = undefined extends (typeof options)[N]['default']
  ? Parse<N> | undefined
  : Parse<N>
