/** Options that several commands take together, in the order in which the help shows them. */

export const WHERE = [
  'FROTA_DATA_DIR',
  'FROTA_SECRET_FILE',
  'DATABASE_URL',
  'FROTA_START_AT',
] as const
export const SHOWN = ['FROTA_LOCALE', 'FROTA_TIME_ZONE', 'LOG_LEVEL'] as const
/** Options of commands that open nothing sealed. */
export const WITHOUT_SECRET = [
  'FROTA_DATA_DIR',
  'DATABASE_URL',
  'FROTA_START_AT',
  'FROTA_LOCALE',
  'FROTA_TIME_ZONE',
] as const
/** Options of processes that live long. */
export const MONITORED = ['FROTA_METRICS_PORT', 'FROTA_METRICS_HOST'] as const
/** Who is told what became of a run. */
export const TOLD = [
  'FROTA_NOTIFY',
  'FROTA_NOTIFY_SECRET_FILE',
  'FROTA_SMTP_URL',
  'FROTA_SMTP_PASSWORD_FILE',
  'FROTA_SMTP_FROM',
  'FROTA_CONSOLE_ORIGIN',
] as const
/** Options of commands that read one fleet's ledger. */
export const READING = [...WHERE, 'FROTA_FLEET', ...SHOWN] as const
/** Options of commands that say when vehicles will be asked. */
export const PLANNING = [
  ...READING,
  'FROTA_API_URL',
  'FROTA_FLEETS_FILE',
  'FROTA_CONSULTATIONS_PER_HOUR',
  'FROTA_ORDERS_PER_HOUR',
  'FROTA_FRESHNESS',
  'FROTA_FOR_CLOSE',
  'FROTA_PLAN_FILE',
  'FROTA_TEST_SCALE',
] as const
/** Options of commands that send requests to the service. */
export const SERVICE = [
  'FROTA_API_URL',
  'FROTA_API_KEY',
  'FROTA_API_KEY_FILE',
  'FROTA_ACCOUNT_ID',
  'FROTA_FLEETS_FILE',
] as const
/** Options of commands that first read the fleet's orders at the service. */
export const READING_ORDERS = [
  ...READING,
  ...SERVICE,
  'FROTA_ORDER_STATUSES_FILE',
  'FROTA_TEST_SCALE',
] as const
