/** What a person reads in a month's workbook beside the files' own columns. */
import { wordsOf, type Locale } from '../../../bilingual.ts'

const words = wordsOf({
  summary: ['Resumo', 'Summary'],
  ledger: ['Razão', 'Ledger'],
  payments: ['Pagamentos', 'Payments'],
  journal: ['Diário', 'Journal'],
  bank: ['Banco', 'Bank'],
  classes: ['Classes', 'Classes'],
  debts: ['Débitos', 'Debts'],
  orders: ['Pedidos', 'Orders'],
  items: ['Itens', 'Items'],
  fleetVehicles: ['Veículos', 'Vehicles'],
  run: ['execução', 'run'],
  balances: ['Saldos', 'Balances'],
  exceptions: ['Exceções', 'Exceptions'],
  checks: ['Conferências', 'Checks'],
  bySheets: ['pelas planilhas', 'by the sheets'],
  byManifest: ['pelo manifesto', 'by the manifest'],
  agreement: ['conferência', 'agreement'],
  agrees: ['confere', 'agrees'],
  differs: ['difere', 'differs'],
  fleet: ['frota', 'fleet'],
  month: ['mês', 'month'],
  state: ['situação', 'state'],
  preview: ['prévia: o mês não está fechado', 'preview: the month is not closed'],
  closed: ['fechado por {person}, revisão {revision}', 'closed by {person}, revision {revision}'],
  origin: ['origem', 'origin'],
  paymentsTotal: ['pagamentos, total', 'payments, total'],
  vehicles: ['fechamento, soma dos veículos', 'closing, sum of the vehicles'],
  whole: ['tudo confere', 'everything agrees'],
})

export type WorkbookWords = (key: keyof ReturnType<typeof words>) => string

export function workbookWordsOf(locale: Locale): WorkbookWords {
  return (key) => words(locale)[key]
}
