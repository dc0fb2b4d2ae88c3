/** `frota orders …`: what may be ordered, who decides about it, and what became of it. */
import type { OptionName } from '../../options.ts'
import { READING, READING_ORDERS } from '../option-sets.ts'
import { verbsOf, type Command, type CommandFlag } from '../command.ts'

const deciding = verbsOf(() => import('./orders-decide.ts'))

const decisionOptions: readonly OptionName[] = [
  ...READING,
  'FROTA_PERSON',
  'FROTA_ORDER_METHOD',
  'FROTA_APPROVE_UP_TO',
  'FROTA_ORDER_POLICY_FILE',
  'FROTA_FRESHNESS',
  'FROTA_PLAN_FILE',
  'FROTA_CSV_FLAVOUR',
]

/** Options of `orders resolve`, which first reads the service to check what the person says. */
const resolving: readonly OptionName[] = [
  ...READING,
  'FROTA_PERSON',
  'FROTA_API_URL',
  'FROTA_API_KEY',
  'FROTA_API_KEY_FILE',
  'FROTA_ACCOUNT_ID',
  'FROTA_ORDER_STATUSES_FILE',
  'FROTA_TEST_SCALE',
]

/** Flag of all commands that read the open orders at the service before they answer. */
export const storedFlag: CommandFlag = {
  pt: 'responde só com o livro-razão, sem ler os pedidos no serviço',
  en: 'answers from the ledger alone, without reading the orders at the service',
}

export const listOrders: Command = {
  pt: 'lê os pedidos em aberto e mostra propostas e pedidos, com o que falta a cada um',
  en: 'reads the open orders and shows proposals and orders, with what each one waits for',
  options: READING_ORDERS,
  flags: { stored: storedFlag },
  load: () => import('../orders.ts'),
}

/** Words of one command line; more go through a file. */
const PLANS_NAMED_MAX = 100

export const orderCommands: Readonly<Record<string, Command>> = {
  list: listOrders,
  propose: {
    pt: 'propõe com o que já se sabe e grava as propostas em um CSV para decidir no Excel',
    en: 'proposes from what is known and writes the proposals as a CSV to decide on in Excel',
    options: [
      ...decisionOptions.filter((option) => option !== 'FROTA_PERSON'),
      'FROTA_REPORTS_DIR',
    ],
    flags: {
      to: {
        value: 'FILE',
        pt: 'o arquivo a gravar (padrão: proposals.csv no diretório dos relatórios)',
        en: 'the file to write (default: proposals.csv in the reports directory)',
      },
      replace: { pt: 'grava por cima do arquivo que existe', en: 'replaces the file that exists' },
    },
    load: () => import('./orders-propose.ts'),
  },
  approve: {
    takes: '[PLAN|PLATE...]',
    argumentsMax: PLANS_NAMED_MAX,
    pt: 'aprova propostas: as indicadas, as de até um valor, ou as decisões de um arquivo',
    en: 'approves proposals: those named, those up to an amount, or the decisions of a file',
    options: decisionOptions,
    flags: {
      'all-up-to': {
        value: 'REAIS',
        pt: 'todas as propostas de até este valor, com a taxa',
        en: 'all proposals up to this amount, with the fee',
      },
      file: {
        value: 'FILE',
        pt: 'aprova e rejeita como diz o proposals.csv que voltou',
        en: 'approves and rejects as the proposals.csv says that came back',
      },
    },
    load: deciding('approve'),
  },
  reject: {
    takes: 'PLAN|PLATE...',
    argumentsMax: PLANS_NAMED_MAX,
    pt: 'rejeita propostas; os débitos ficam em aberto',
    en: 'rejects proposals; their debts stay open',
    options: decisionOptions,
    flags: { reason: { value: 'TEXT', pt: 'por quê', en: 'why' } },
    load: deciding('reject'),
  },
  refresh: {
    takes: '[PLATE|ORDER]',
    pt: 'lê agora, no serviço, os pedidos que não terminaram: todos, de um veículo, ou um',
    en: 'reads now the orders that are not over: all, those of a vehicle, or one',
    options: READING_ORDERS,
    load: () => import('./orders-refresh.ts'),
  },
  withdraw: {
    takes: 'PLAN|PLATE...',
    argumentsMax: PLANS_NAMED_MAX,
    pt: 'retira a aprovação, também a da política, enquanto o pedido não foi enviado',
    en: "takes an approval back, the policy's too, while its order was not sent",
    options: [...READING, 'FROTA_PERSON'],
    flags: { reason: { value: 'TEXT', pt: 'por quê', en: 'why' } },
    load: deciding('withdraw'),
  },
  evidence: {
    takes: 'ORDER|PLATE',
    pt: 'grava uma página que prova um pedido: proposta, aprovação, envios, respostas, banco',
    en: 'writes a page that proves an order: proposal, approval, requests, answers, bank',
    options: [...READING, 'FROTA_REPORTS_DIR'],
    flags: {
      to: {
        value: 'FILE',
        pt: 'o arquivo a gravar (padrão: evidence/PEDIDO.html no diretório dos relatórios)',
        en: 'the file to write (default: evidence/ORDER.html in the reports directory)',
      },
    },
    load: () => import('./orders-evidence.ts'),
  },
  date: {
    takes: 'ORDER',
    pt: 'diz em que dia o dinheiro de um pedido se moveu, se nem banco nem serviço o dizem',
    en: 'says on which day money of an order moved, where neither bank nor service does',
    options: [...READING, 'FROTA_PERSON'],
    flags: {
      event: {
        value: 'NAME',
        pt: 'o que houve: paid, settled ou refunded',
        en: 'what happened: paid, settled or refunded',
      },
      on: { value: 'DAY', pt: 'o dia, como 2026-11-03', en: 'the day, such as 2026-11-03' },
    },
    load: () => import('./orders-date.ts'),
  },
  free: {
    takes: 'ORDER',
    pt: 'depois de um estorno, deixa pedir de novo os débitos do pedido',
    en: 'after a refund, lets the debts of the order be ordered again',
    options: [...READING, 'FROTA_PERSON', 'FROTA_ORDER_STATUSES_FILE'],
    flags: { reason: { value: 'TEXT', pt: 'por quê (obrigatório)', en: 'why (required)' } },
    load: () => import('./orders-free.ts'),
  },
  resolve: {
    takes: '[ID|PLATE]',
    pt: 'o que espera por uma pessoa, e o que ela diz: adotar, nada foi feito, pago ou não',
    en: 'what waits for a person, and what they say: adopt, nothing was made, paid or not',
    options: resolving,
    flags: {
      adopt: { value: 'ORDER', pt: 'este pedido do serviço é o nosso', en: 'this order is ours' },
      'accept-mismatch': {
        value: 'NAME',
        pt: 'com --adopt: o que está errado no pedido, e mesmo assim pode ser pago',
        en: 'with --adopt: what is wrong with the order, and may be paid all the same',
      },
      none: { pt: 'nada foi feito no serviço', en: 'nothing was made at the service' },
      different: {
        value: 'ORDER',
        pt: 'aquele pedido tem outros débitos, embora pareça o mesmo',
        en: 'that order holds other debts, although it looks alike',
      },
      paid: { pt: 'o cartão foi cobrado', en: 'the card was charged' },
      'not-paid': { pt: 'o cartão não foi cobrado', en: 'the card was not charged' },
      done: {
        pt: 'já foi tratado em outro lugar: sai da lista até começar de novo',
        en: 'it was taken care of elsewhere: it leaves the list until it begins anew',
      },
      reason: { value: 'TEXT', pt: 'o que foi conferido (obrigatório)', en: 'what was checked' },
      yes: { pt: 'sem perguntar', en: 'without asking' },
    },
    load: () => import('./orders-resolve.ts'),
  },
}
