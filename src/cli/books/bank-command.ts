/** `frota bank …`: the bank's statements against what the orders moved. */
import type { Command } from '../command.ts'
import { READING } from '../option-sets.ts'

const listBank: Command = {
  pt: 'o que do extrato e dos pedidos ainda não se encontrou',
  en: 'what of the statements and of the orders has not been matched',
  options: READING,
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
      options: READING,
      flags: {
        account: {
          value: 'ACCOUNT',
          pt: 'a conta, quando o arquivo não a diz (CSV)',
          en: 'the account, where the file does not name it (CSV)',
        },
      },
      load: () => import('./bank-match.ts'),
    },
    say: {
      takes: 'LINE [ORDER...]',
      argumentsMax: 20,
      pt: 'a palavra de uma pessoa: de que pedidos é a linha, ou de nenhum (--none)',
      en: "a person's word: of which orders a line is, or of none (--none)",
      options: [...READING, 'FROTA_PERSON'],
      flags: {
        none: { pt: 'a linha não é de pedido nenhum', en: 'the line is of no order' },
        reason: { value: 'TEXT', pt: 'por quê (obrigatório)', en: 'why (required)' },
      },
      load: () => import('./bank-say.ts'),
    },
  },
  load: () => import('./bank-list.ts'),
}
