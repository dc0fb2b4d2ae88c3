/** What a person reads of the bank: the class of a line or payment, and what to do. */
import { inLocale, type Locale } from '../../../bilingual.ts'
import type { Texts } from '../../reports/words/messages.ts'

export const bankPt = {
  classes: {
    matched: 'casado',
    refund: 'devolução',
    'date-differs': 'data difere',
    'amount-differs': 'valor difere',
    twice: 'duplicado',
    'only-bank': 'só no banco',
    'only-fleet': 'só na frota',
  },
  todo: {
    matched: '',
    refund: '',
    'date-differs': 'A data do banco vale.',
    'amount-differs': 'Confira o comprovante e diga: frota bank say LINHA PEDIDO.',
    twice: 'Pago duas vezes? Peça a devolução ao recebedor.',
    'only-bank': 'De que pedido é? Diga com frota bank say, ou --none.',
    'only-fleet': 'Falta um extrato, ou o pagamento saiu de outra conta.',
  },
  total: 'extrato',
} as const

export type BankWords = Texts<typeof bankPt>

export const bankEn: BankWords = {
  classes: {
    matched: 'matched',
    refund: 'refund',
    'date-differs': 'date differs',
    'amount-differs': 'amount differs',
    twice: 'twice',
    'only-bank': 'only at the bank',
    'only-fleet': 'only at the fleet',
  },
  todo: {
    matched: '',
    refund: '',
    'date-differs': "The bank's date counts.",
    'amount-differs': 'Check the receipt and say so: frota bank say LINE ORDER.',
    twice: 'Paid twice? Ask the receiver for the money.',
    'only-bank': 'Whose is it? Say so with frota bank say, or --none.',
    'only-fleet': 'A statement is missing, or another account paid.',
  },
  total: 'statement',
}

export function bankWordsOf(locale: Locale): BankWords {
  return inLocale<BankWords>({ pt: bankPt, en: bankEn }, locale)
}
