/** What a person reads of the bank: the class of a line or payment, and what to do. */
import { wordsOf } from '../../../bilingual.ts'

export const bankPairs = {
  classes: {
    matched: ['casado', 'matched'],
    refund: ['devolução', 'refund'],
    'date-differs': ['data difere', 'date differs'],
    'amount-differs': ['valor difere', 'amount differs'],
    twice: ['duplicado', 'twice'],
    'only-bank': ['só no banco', 'only at the bank'],
    'only-fleet': ['só na frota', 'only at the fleet'],
    'not-ours': ['não é da frota', "not the fleet's"],
  },
  todo: {
    matched: ['', ''],
    refund: ['', ''],
    'date-differs': ['A data do banco vale.', "The bank's date counts."],
    'amount-differs': [
      'Confira o comprovante e diga: frota bank say LINHA PEDIDO.',
      'Check the receipt and say so: frota bank say LINE ORDER.',
    ],
    twice: [
      'Pago duas vezes? Peça a devolução; quando vier, diga --none às duas linhas.',
      'Paid twice? Ask for the money; when it is back, say --none of both lines.',
    ],
    'only-bank': [
      'De que pedido é? Diga com frota bank say, ou --none.',
      'Whose is it? Say so with frota bank say, or --none.',
    ],
    'only-fleet': [
      'Falta um extrato, ou o pagamento saiu de outra conta.',
      'A statement is missing, or another account paid.',
    ],
    'not-ours': ['', ''],
  },
  total: ['extrato', 'statement'],
} as const

export const bankWordsOf = wordsOf(bankPairs)
