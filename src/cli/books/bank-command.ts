/** `frota bank …`: the bank's statements against what the orders moved. */
import type { Command } from '../command.ts'
import { READING, READING_ORDERS } from '../option-sets.ts'
import { storedFlag } from '../orders/order-commands.ts'

const listBank: Command = {
  pt: 'o que do extrato e dos pedidos ainda não se encontrou',
  en: 'what of the statements and of the orders has not been matched',
  options: READING_ORDERS,
  flags: { stored: storedFlag },
  load: () => import('./bank-list.ts'),
}

export const bankCommand: Command = {
  ...listBank,
  takes: '[SUBCOMMAND]',
  subcommands: {
    list: listBank,
    match: {
      takes: 'STATEMENT',
      pt: 'lê um extrato (OFX ou CSV) e encontra nele os pagamentos e estornos',
      en: 'reads a statement (OFX or CSV) and finds the payments and refunds in it',
      options: READING_ORDERS,
      flags: {
        account: {
          value: 'ACCOUNT',
          pt: 'a conta, quando o arquivo não a diz (CSV), ou uma das que diz',
          en: 'the account, where the file does not name it (CSV), or one of those it names',
        },
        'new-account': {
          pt: 'a conta é da frota, embora nenhum extrato fosse dela até agora',
          en: "the account is the fleet's, although no statement was of it so far",
        },
        'add-repeated': {
          pt: 'acrescenta também linhas iguais às de outro arquivo',
          en: 'adds lines that are equal to those of another file, too',
        },
        stored: storedFlag,
      },
      load: () => import('./bank-match.ts'),
    },
    say: {
      takes: 'LINE [ORDER...]',
      argumentsMax: 20,
      pt: 'a palavra de uma pessoa: de que pedidos é (PEDIDO:2: o 2º estorno), ou --none',
      en: "a person's word: of which orders it is (ORDER:2: 2nd refund), or --none",
      options: [...READING_ORDERS, 'FROTA_PERSON'],
      flags: {
        stored: storedFlag,
        none: { pt: 'a linha não é de pedido nenhum', en: 'the line is of no order' },
        reason: { value: 'TEXT', pt: 'por quê (obrigatório)', en: 'why (required)' },
      },
      load: () => import('./bank-say.ts'),
    },
    remove: {
      takes: 'STATEMENT',
      pt: 'retira as linhas que um extrato trouxe, enquanto nenhum mês fechou com elas',
      en: 'takes back the lines of a statement, until a month is closed with them',
      options: [...READING, 'FROTA_PERSON'],
      flags: { reason: { value: 'TEXT', pt: 'por quê (obrigatório)', en: 'why (required)' } },
      load: () => import('./bank-remove.ts'),
    },
  },
  load: () => import('./bank-list.ts'),
}

/** `frota close`: a month's books. */
export const closeCommand: Command = {
  takes: '[MONTH]',
  pt: 'fecha um mês (AAAA-MM): saldo, pagamentos e pendências; antes disso, mostra a prévia',
  en: 'closes a month (YYYY-MM): balance, payments, open things; before that it shows a preview',
  options: [
    ...READING_ORDERS,
    'FROTA_PERSON',
    'FROTA_REPORTS_DIR',
    'FROTA_CSV_FLAVOUR',
    'FROTA_ACCOUNTS_FILE',
  ],
  flags: {
    preview: { pt: 'só a prévia', en: 'the preview only' },
    yes: { pt: 'fecha sem perguntar', en: 'closes without asking' },
    'with-open': {
      pt: 'fecha com o que espera por alguém, que fica escrito; pede --reason',
      en: 'closes with what waits for a person, which is written down; needs --reason',
    },
    reason: { value: 'TEXT', pt: 'o motivo, para o registro', en: 'the reason, for the log' },
    reopen: {
      pt: 'reabre o último mês fechado; o próximo fechamento dele é gravado ao lado',
      en: 'reopens the last closed month; its next close is written beside the first',
    },
    list: {
      pt: 'os meses fechados, por quem, e se a pasta é a de então',
      en: 'the closed months, by whom, and whether the folder is unchanged',
    },
    all: {
      pt: 'a prévia de todas as frotas, uma linha cada',
      en: 'the preview of every fleet, a line each',
    },
    fresh: {
      value: 'DAYS',
      pt: 'respostas com mais dias são ditas antigas (30)',
      en: 'answers of more days are called old (30)',
    },
    'accounts-template': {
      pt: 'um arquivo de contas para começar, na saída',
      en: 'a file of accounts to begin with, on standard output',
    },
    stored: {
      pt: 'só com o livro-razão, sem ler o serviço',
      en: 'from the ledger alone, without reading the service',
    },
  },
  load: () => import('./close.ts'),
}
