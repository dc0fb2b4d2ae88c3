/** The options that `frota service` alone reads; options.ts has all. */
import { option, type Option } from './option.ts'
import { choice, integer, text, url, uuid, webOrigin, webOrigins } from './option-parsers.ts'

const PORT_MAX = 65_535

export const serviceOptions = {
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
    webOrigins,
    undefined,
    'origens de página autorizadas, separadas por vírgula',
    'authorized page origins, separated by commas',
    { service: true },
  ),
  PUBLIC_BASE_URL: option(
    webOrigin,
    undefined,
    'endereço público de produção',
    'public production address',
    { service: true },
  ),
  DEV_BASE_URL: option(
    webOrigin,
    undefined,
    'endereço público de desenvolvimento',
    'public develop address',
    { service: true },
  ),
  SERVICE_HOST: option(
    text,
    '127.0.0.1',
    'endereço em que o serviço escuta (0.0.0.0: todos, só atrás de um proxy com TLS)',
    'address that the service listens on (0.0.0.0: all, only behind a proxy with TLS)',
    { service: true },
  ),
  SERVICE_TRUSTED_PROXIES: option(
    text,
    '',
    'IPs ou redes dos proxies cujo X-Forwarded-For vale, separados por vírgula',
    'IPs or networks of the proxies whose X-Forwarded-For counts, separated by commas',
    { service: true },
  ),
  SERVICE_WINDOW: option(
    choice('rolling', 'fixed', 'bucket'),
    'rolling',
    'janela dos limites por hora: qualquer hora, hora cheia, ou balde de fichas',
    'window of the hourly limits: any hour, the clock hour, or a token bucket',
    { service: true },
  ),
  SERVICE_COUNT_REFUSED: option(
    choice('yes', 'no'),
    'yes',
    'se um pedido recusado depois de contado continua contado',
    'whether a request that is refused after it was counted stays counted',
    { service: true },
  ),
  SERVICE_SCENARIO_FILE: option(
    text,
    undefined,
    'arquivo de cenário com as falhas que o serviço simulado deve mostrar',
    'scenario file with the faults that the simulated service is to show',
    { service: true },
  ),
  LIVE_API_URL: option(
    url('http:', 'https:'),
    undefined,
    'modo live: endereço do serviço ao qual se encaminha',
    'live mode: address of the service that calls are forwarded to',
    { service: true },
  ),
  LIVE_API_KEY: option(
    text,
    undefined,
    'modo live: chave da API daquele serviço',
    'live mode: API key of that service',
    { secret: true, service: true },
  ),
  LIVE_API_KEY_FILE: option(
    text,
    undefined,
    'modo live: arquivo com essa chave',
    'live mode: file with that key',
    { service: true },
  ),
  LIVE_ACCOUNT_ID: option(
    uuid,
    undefined,
    'modo live: UUID da conta naquele serviço',
    "live mode: that service's account UUID",
    { service: true },
  ),
} as const satisfies Record<string, Option>
