/**
 * Every command: what it is for, what it takes, and where its code is. Help, the argument parser
 * and the lists in the docs come from this table; the code itself is loaded only when it is called.
 */
import type { Bilingual } from '../bilingual.ts'
import { auditCommands, listAudit } from './audit/audit-commands.ts'
import type { Command, CommandFlag } from './command.ts'
import { bankCommand, closeCommand } from './books/bank-command.ts'
import { inboxCommand, inboxOptions, simulatedFlag } from './inbox/inbox-command.ts'
import { checkCommand, importFlags, templateCommand } from './intake/intake-commands.ts'
import { listOrders, orderCommands, storedFlag } from './orders/order-commands.ts'
import {
  MONITORED,
  PLANNING,
  READING,
  READING_ORDERS,
  SERVICE,
  SHOWN,
  TOLD,
  WHERE,
} from './option-sets.ts'
import { listPeople, peopleCommands } from './people/people-commands.ts'
import { listSchedules, scheduleCommands } from './worker/schedule-commands.ts'
import { upkeepCommands } from './upkeep/upkeep-commands.ts'
import { serviceCommands } from './service/service-commands.ts'
import { vehicleCommand } from './vehicle/vehicle-commands.ts'

type Commands = Readonly<Record<string, Command>>

const flow = [
  ...SERVICE,
  ...READING,
  'REDIS_URL',
  'FROTA_REPORTS_DIR',
  'FROTA_REPORT_DAYS',
  'FROTA_CONSULTATIONS_PER_HOUR',
  'FROTA_ORDERS_PER_HOUR',
  'FROTA_FRESHNESS',
  'FROTA_FOR_CLOSE',
  'FROTA_PLAN_FILE',
  'FROTA_ORDER_METHOD',
  'FROTA_APPROVE_UP_TO',
  'FROTA_ORDER_POLICY_FILE',
  'FROTA_ORDER_STATUSES_FILE',
  'FROTA_CSV_FLAVOUR',
  ...TOLD,
  'FROTA_TEST_SCALE',
] as const

const nights = [...flow, ...inboxOptions, 'FROTA_PING_URL', ...MONITORED] as const

const exitCode: CommandFlag = {
  pt: 'sai com 10 se algo ficou para depois e 20 se uma pessoa precisa agir',
  en: 'exits 10 when work is carried over and 20 when something needs a person',
}

const runService: Command = {
  pt: 'o serviço de débitos, simulado ou encaminhando a outro',
  en: 'the debt service, simulated or forwarding to another',
  options: [
    'PORT',
    'LOOKUP_MODE',
    'PAYMENTS_MODE',
    'CORS_ORIGINS',
    'PUBLIC_BASE_URL',
    'DEV_BASE_URL',
    'SERVICE_HOST',
    'SERVICE_TRUSTED_PROXIES',
    'SERVICE_WINDOW',
    'SERVICE_COUNT_REFUSED',
    'SERVICE_SCENARIO_FILE',
    'LIVE_API_URL',
    'LIVE_API_KEY',
    'LIVE_API_KEY_FILE',
    'LIVE_ACCOUNT_ID',
    'FROTA_ORDER_STATUSES_FILE',
    'FROTA_CONSULTATIONS_PER_HOUR',
    'FROTA_ORDERS_PER_HOUR',
    'FROTA_TEST_SCALE',
    ...MONITORED,
    ...WHERE,
    ...SHOWN,
  ],
  flags: {
    demo: {
      pt: 'aceita a chave de demonstração também fora desta máquina (só simulado)',
      en: 'accepts the demo key beyond this machine too (simulated only)',
    },
  },
  isLogged: true,
  load: () => import('./service.ts'),
}

const everyDay: Commands = {
  reconcile: {
    takes: '[FILE]',
    pt: 'o trabalho principal, uma vez: importa, registra, consulta, coleta, pede, relata',
    en: 'the main job once: import, register, consult, collect, order, report',
    options: flow,
    flags: { ...importFlags, 'exit-code': exitCode },
    isLogged: true,
    load: () => import('./reconcile.ts'),
  },
  resume: {
    pt: 'continua o que ficou aberto, sem abrir nada de novo',
    en: 'goes on with what is open and opens nothing new',
    options: flow,
    flags: { 'exit-code': exitCode },
    isLogged: true,
    load: () => import('./resume.ts'),
  },
  retry: {
    takes: '[PLATE]',
    pt: 'pergunta de novo, já, pelo que ficou sem resposta ou por um veículo; faz o aprovado',
    en: 'asks again for what got no answer or a vehicle; places what is approved',
    options: flow,
    flags: { 'exit-code': exitCode },
    isLogged: true,
    load: async () => ({ run: (await import('./resume.ts')).retry }),
  },
  nightly: {
    pt: 'o mesmo para toda frota já importada, até a hora de parar; pode ser iniciado duas vezes',
    en: 'the same for every imported fleet until it is time to stop; safe to start twice',
    options: nights,
    flags: {
      until: { value: 'HH:MM', pt: 'hora de parar', en: 'time to stop' },
      for: { value: 'DURATION', pt: 'duração, como 90m ou 6h', en: 'how long, such as 90m or 6h' },
      simulated: simulatedFlag,
      'exit-code': exitCode,
    },
    isLogged: true,
    load: () => import('./nightly.ts'),
  },
  check: checkCommand,
  template: templateCommand,
  status: {
    pt: 'o que foi feito, o que falta e até quando; funciona ao lado de uma execução',
    en: 'what is done, what is left and until when; works beside a running command',
    options: READING_ORDERS,
    flags: {
      stored: storedFlag,
      watch: {
        pt: 'no terminal, mostra de novo a cada segundo até Ctrl-C',
        en: 'on a terminal, shows it again every second until Ctrl-C',
      },
    },
    load: () => import('./status.ts'),
  },
  plan: {
    pt: 'quantos cabem esta noite, quando cada veículo é consultado e quando tudo termina',
    en: 'how many fit tonight, when each vehicle is asked, and when all is done',
    options: PLANNING,
    flags: {
      from: {
        value: 'HH:MM',
        pt: 'hora em que cada noite começa (padrão: agora)',
        en: 'when each night begins (default: now)',
      },
      until: {
        value: 'HH:MM',
        pt: 'hora em que cada noite para; sem ela e sem --for, não há pausa',
        en: 'when each night stops; without it and --for there is no pause',
      },
      for: {
        value: 'DURATION',
        pt: 'duração de cada noite, como 90m ou 6h',
        en: 'how long each night is, such as 90m or 6h',
      },
      credentials: {
        value: 'N',
        pt: 'quantas credenciais haveria (padrão: as que há)',
        en: 'how many credentials there would be (default: those there are)',
      },
      all: { pt: 'lista todos os veículos', en: 'lists every vehicle' },
    },
    load: () => import('./plan.ts'),
  },
  why: {
    takes: 'PLATE',
    pt: 'o lugar de um veículo no plano de consultas, por quê, e o que o segura',
    en: "a vehicle's place in the plan of consultations, why, and what holds it",
    options: [...READING, 'FROTA_FRESHNESS', 'FROTA_FOR_CLOSE', 'FROTA_PLAN_FILE'],
    load: () => import('./why.ts'),
  },
  vehicle: vehicleCommand,
  inbox: inboxCommand,
  runs: {
    pt: 'as execuções, como terminaram, e por que uma falhou',
    en: 'the runs, how they ended, and why one failed',
    options: READING,
    load: () => import('./runs.ts'),
  },
  console: {
    pt: 'páginas, para uma pessoa ou um escritório: hoje, planilha, débitos, pagamentos, meses',
    en: 'pages, for one person or an office: today, the sheet, debts, payments, months',
    options: [
      ...flow,
      'FROTA_PERSON',
      'FROTA_CONSOLE_PERSON_HEADER',
      'FROTA_CONSOLE_PROXY',
      'FROTA_CONSOLE_FACTOR',
      ...MONITORED,
    ],
    flags: {
      port: { value: 'PORT', pt: 'porta (0: livre)', en: 'port (0: any free one)' },
      host: {
        value: 'ADDRESS',
        pt: 'endereço em que escuta, para um escritório (padrão: só esta máquina)',
        en: 'address to listen on, for an office (default: this machine only)',
      },
    },
    isLogged: true,
    load: () => import('./console.ts'),
  },
}

const money: Commands = {
  debts: {
    takes: 'PLATE',
    pt: 'o que um veículo deve, desde quando e em que pedido',
    en: 'what one vehicle owes, since when, in which order',
    options: READING,
    load: () => import('./debts.ts'),
  },
  orders: { ...listOrders, takes: '[SUBCOMMAND]', subcommands: orderCommands },
  report: {
    takes: '[RUN]',
    pt: 'grava de novo os relatórios de uma execução; sem número, lê antes os pedidos em aberto',
    en: 'writes the reports of a run again; without a number it reads the open orders first',
    options: [...READING_ORDERS, 'FROTA_REPORTS_DIR'],
    flags: { stored: storedFlag },
    load: () => import('./report.ts'),
  },
  close: closeCommand,
  bank: bankCommand,
  audit: { ...listAudit, takes: '[SUBCOMMAND]', subcommands: auditCommands },
}

const administration: Commands = {
  worker: {
    pt: 'faz o mesmo nas horas agendadas, até ser parado',
    en: 'does the same at the scheduled hours, until stopped',
    options: nights,
    flags: { simulated: simulatedFlag },
    isLogged: true,
    load: () => import('./worker.ts'),
  },
  schedules: { ...listSchedules, takes: '[SUBCOMMAND]', subcommands: scheduleCommands },
  people: { ...listPeople, takes: '[SUBCOMMAND]', subcommands: peopleCommands },
  quota: {
    pt: 'vagas usadas e livres de cada cota, quando a próxima se abre, e quem as usou',
    en: 'slots used and free of each quota, when the next one opens, and who used them',
    options: [...READING, 'FROTA_FLEETS_FILE'],
    flags: {
      last: {
        value: 'N',
        pt: 'mostra os últimos N usos de cada cota (padrão: 20)',
        en: 'shows the last N uses of each quota (default: 20)',
      },
      'reset-pace': {
        value: 'BUCKET',
        pt: 'esquece o ritmo que esta cota aprendeu com respostas 429',
        en: 'forgets the pace that this quota learned from 429 answers',
      },
    },
    load: () => import('./quota.ts'),
  },
  ...upkeepCommands,
  service: {
    ...runService,
    takes: '[SUBCOMMAND]',
    subcommands: { run: runService, ...serviceCommands },
  },
}

/** As the help shows them. */
export const commandGroups: readonly (Bilingual & { readonly commands: Commands })[] = [
  { pt: 'Todo dia', en: 'Every day', commands: everyDay },
  { pt: 'Dinheiro', en: 'Money', commands: money },
  { pt: 'Administração', en: 'Administration', commands: administration },
]

export const commands: Commands = { ...everyDay, ...money, ...administration }
