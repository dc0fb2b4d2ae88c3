/**
 * The one described table of options. Environment names, flags, `--help` and docs/options.md all
 * come from it (`npm run docs:options`). Secrets have no flag: environment or file only.
 */
import { option, type Option } from './option.ts'
import { serviceOptions } from './service-options.ts'
import {
  calledUrl,
  choice,
  headerName,
  integer,
  ipAddress,
  mailAddress,
  orderMethod,
  origin,
  type Parsed,
  personName,
  reais,
  receivers,
  startAt,
  text,
  timeZone,
  url,
  uuid,
} from './option-parsers.ts'

const HOUR_SLOTS_MAX = 100_000
const FRESHNESS_DAYS_MAX = 3_650
const CLOSE_DAYS_MAX = 366
/** A hundred years. */
const REPORT_DAYS_MAX = 36_500
const INBOX_SETTLE_SECONDS_MAX = 3_600
const TEST_SCALE_MAX = 100_000
const PORT_MAX = 65_535

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
    'arquivo que contém a chave da API; relido a cada uso; vale antes de FROTA_API_KEY',
    'file that holds the API key; read again at every use; counts before FROTA_API_KEY',
  ),
  FROTA_ACCOUNT_ID: option(
    uuid,
    undefined,
    'conta do cliente final no serviço (UUID)',
    "the end customer's account at the service (UUID)",
  ),
  FROTA_FLEETS_FILE: option(
    text,
    undefined,
    'arquivo JSON com credenciais, contas e frotas, no lugar das três acima (docs/quotas.md)',
    'JSON file with credentials, accounts and fleets, instead of the three above (docs/quotas.md)',
  ),
  FROTA_ACCOUNTS_FILE: option(
    text,
    undefined,
    'contas do contador para o diário, em JSON; {fleet} vira o nome da frota (docs/books.md)',
    "the accountant's accounts for the journal, as JSON; {fleet} is the fleet's name (docs/books.md)",
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
  FROTA_REPORT_DAYS: option(
    integer(30, REPORT_DAYS_MAX),
    400,
    'dias pelos quais os relatórios de execuções ficam; frota report os escreve de novo',
    'days for which reports of runs are kept; frota report writes them again',
  ),
  FROTA_SECRET_FILE: option(
    text,
    undefined,
    'arquivo de segredos, criado com modo 0600 (padrão: secret.json no diretório de dados)',
    'secret file, created with mode 0600 (default: secret.json in the data directory)',
  ),
  FROTA_FLEET: option(text, 'principal', 'nome da frota', 'name of the fleet'),
  FROTA_INBOX_DIR: option(
    text,
    undefined,
    'pasta vigiada: as planilhas postas nela são importadas (docs/inbox.md)',
    'watched folder: spreadsheets that are put into it are imported (docs/inbox.md)',
  ),
  FROTA_INBOX_SETTLE: option(
    integer(1, INBOX_SETTLE_SECONDS_MAX),
    10,
    'segundos sem mudança depois dos quais um arquivo da pasta vigiada está completo',
    'seconds without a change after which a file of the watched folder is complete',
  ),
  FROTA_CONSULTATIONS_PER_HOUR: option(
    integer(1, HOUR_SLOTS_MAX),
    20,
    'consultas por hora e credencial; acima de 20 só contra um serviço simulado',
    'consultations per hour and credential; above 20 only against a simulated service',
  ),
  FROTA_ORDERS_PER_HOUR: option(
    integer(1, HOUR_SLOTS_MAX),
    30,
    'pedidos por hora; acima de 30 só contra um serviço simulado',
    'orders per hour; above 30 only against a simulated service',
  ),
  FROTA_FRESHNESS: option(
    integer(0, FRESHNESS_DAYS_MAX),
    7,
    'dias, menos 8 horas, em que uma resposta ainda vale; com 7, a noite semanal consulta de novo',
    'days, less 8 hours, for which an answer holds; with 7, a weekly night asks again',
  ),
  FROTA_FOR_CLOSE: option(
    integer(1, CLOSE_DAYS_MAX),
    undefined,
    'consulta primeiro quem, no fim do mês, teria uma resposta com mais dias que isto',
    'asks first for those whose answer would be more days old than this at the month’s end',
  ),
  FROTA_PLAN_FILE: option(
    text,
    undefined,
    'arquivo JSON com pesos, prazos e descansos do plano de consultas (docs/quotas.md)',
    'JSON file with weights, freshness and rests of the plan of consultations (docs/quotas.md)',
  ),
  FROTA_ORDER_METHOD: option(
    orderMethod,
    undefined,
    'meio de pagamento dos pedidos (none: apenas propostas; ausente: o da política, ou none)',
    'payment method of the orders (none: proposals only; absent: that of the policy, or none)',
  ),
  FROTA_APPROVE_UP_TO: option(
    reais,
    undefined,
    'aprova sozinho pedidos até este valor em reais, com a taxa (ausente: a política, ou 0: nenhum)',
    'approves orders up to this amount in reais, with the fee (absent: the policy, or 0: none)',
  ),
  FROTA_ORDER_POLICY_FILE: option(
    text,
    undefined,
    'arquivo JSON com a política de pedidos: tipos, prazos e limites (docs/order-policy.md)',
    'JSON file with the policy of orders: kinds, due dates and limits (docs/order-policy.md)',
  ),
  FROTA_ORDER_STATUSES_FILE: option(
    text,
    undefined,
    'arquivo JSON que diz o que significam outras situações de um pedido (docs/payments.md)',
    'JSON file that says what further statuses of an order mean (docs/payments.md)',
  ),
  FROTA_PERSON: option(
    personName,
    undefined,
    'nome de quem decide sobre propostas (ausente: o usuário do sistema operacional)',
    'name of who decides about proposals (absent: the user of the operating system)',
  ),
  FROTA_CONSOLE_ORIGIN: option(
    origin,
    undefined,
    'endereço https em que os navegadores alcançam o console (docs/console.md)',
    'https address at which browsers reach the console (docs/console.md)',
  ),
  FROTA_PING_URL: option(
    calledUrl,
    undefined,
    'endereço avisado quando uma noite começa (/start) e termina (ou /fail); docs/monitoring.md',
    'address that is called when a night begins (/start) and ends (or /fail); docs/monitoring.md',
    { secret: true },
  ),
  FROTA_NOTIFY: option(
    receivers,
    undefined,
    'quem é avisado do fim de uma execução: endereços https e de e-mail, com vírgulas',
    'who is told when a run ends: https and mail addresses, with commas',
    { secret: true },
  ),
  FROTA_NOTIFY_SECRET_FILE: option(
    text,
    undefined,
    'arquivo com o segredo que assina os avisos por https',
    'file with the secret that signs notices by https',
  ),
  FROTA_SMTP_URL: option(
    url('smtp:', 'smtps:'),
    undefined,
    'servidor de e-mail, como smtp://usuario@smtp.exemplo.com.br:587',
    'mail server, such as smtp://user@smtp.example.com:587',
  ),
  FROTA_SMTP_PASSWORD_FILE: option(
    text,
    undefined,
    'arquivo com a senha do servidor de e-mail',
    'file with the password of the mail server',
  ),
  FROTA_SMTP_FROM: option(
    mailAddress,
    undefined,
    'endereço de quem envia os e-mails',
    'address that mails are from',
  ),
  FROTA_CONSOLE_PERSON_HEADER: option(
    headerName,
    undefined,
    'cabeçalho em que o proxy diz quem é a pessoa; só com FROTA_CONSOLE_PROXY',
    'header in which the proxy says who the person is; only with FROTA_CONSOLE_PROXY',
  ),
  FROTA_CONSOLE_PROXY: option(
    ipAddress,
    undefined,
    'endereço IP do proxy em que o console confia',
    'IP address of the proxy that the console trusts',
  ),
  FROTA_CONSOLE_FACTOR: option(
    choice('nobody', 'deciders', 'everybody'),
    'deciders',
    'quem entra com senha e precisa de um segundo fator; deciders: approver e admin',
    'who signs in with a password and must have a second factor; deciders: approver and admin',
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
  FROTA_START_AT: option(
    startAt,
    undefined,
    'instante em que o relógio começa, só para testes contra um serviço em loopback',
    'instant at which the clock starts, only for tests against a service on loopback',
  ),
  FROTA_METRICS_PORT: option(
    integer(0, PORT_MAX),
    undefined,
    'porta de /metrics, /healthz e /readyz (ausente: nenhuma; 0: livre; docs/monitoring.md)',
    'port of /metrics, /healthz and /readyz (absent: none; 0: any free one; docs/monitoring.md)',
  ),
  FROTA_METRICS_HOST: option(
    ipAddress,
    '127.0.0.1',
    'endereço IP em que essa porta escuta',
    'IP address that this port listens on',
  ),
  LOG_LEVEL: option(
    choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    undefined,
    'nível do log em JSON na saída de erros: warn, e info no serviço fora de um terminal',
    'level of the JSON log on standard error: warn, and info for the service without a terminal',
  ),
  ...serviceOptions,
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options
type Parse<N extends OptionName> =
  ReturnType<(typeof options)[N]['parse']> extends Parsed<infer T> ? T : never
/** An option with a default always has a value. */
export type OptionValue<N extends OptionName> = undefined extends (typeof options)[N]['default']
  ? Parse<N> | undefined
  : Parse<N>
