/** What a person reads in a workbook beside the names and columns of the files. */
import { wordsOf } from '../../../bilingual.ts'

export const workbookWordsOf = wordsOf({
  summary: ['Resumo', 'Summary'],
  debts: ['Débitos', 'Debts'],
  orders: ['Pedidos', 'Orders'],
  items: ['Itens', 'Items'],
  fleetVehicles: ['Veículos', 'Vehicles'],
  run: ['execução', 'run'],
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

export type WorkbookWords = ReturnType<typeof workbookWordsOf>
