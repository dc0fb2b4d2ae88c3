/** The consultation of the examples at each of its three statuses. */
import type { Consultation } from '../../consultation.ts'
import type { DebtItem } from '../../debt-item.ts'
import { exampleIds } from './example-ids.ts'

const ipva: DebtItem = {
  id: exampleIds.ipva_item,
  kind: 'ipva',
  group: 'ipva',
  description: 'IPVA 2025',
  amount: '1418.73',
  due_date: null,
  year: 2025,
  depends_on: null,
  depends_on_description: '',
  is_payable: true,
}

const licensing: DebtItem = {
  id: exampleIds.licensing_item,
  kind: 'licensing',
  group: 'licensing',
  description: 'Licenciamento anual 2026',
  amount: '174.08',
  due_date: '2026-07-28',
  year: 2026,
  depends_on: exampleIds.ipva_item,
  depends_on_description: 'IPVA 2025',
  is_payable: true,
}

const ticket: DebtItem = {
  id: exampleIds.ticket_item,
  kind: 'ticket',
  group: 'ticket',
  description: 'Multa - velocidade até 20% acima da máxima',
  amount: '104.13',
  due_date: '2026-12-10',
  year: 2026,
  depends_on: null,
  depends_on_description: '',
  is_payable: true,
}

const attorney: DebtItem = {
  id: exampleIds.attorney_item,
  kind: 'other',
  group: 'other',
  description: 'Débito em dívida ativa - processo administrativo',
  amount: '312.50',
  due_date: null,
  year: 2024,
  depends_on: null,
  depends_on_description: '',
  is_payable: false,
}

export const orderedDebts = [ipva, licensing, ticket] as const

export const pendingConsultation: Consultation = {
  id: exampleIds.consultation_id,
  vehicle_id: exampleIds.vehicle_id,
  plate: 'ABC1C34',
  status: 'pending',
  stage: 'queued',
  found_new_debts: false,
  error_message: '',
  error_code: '',
  error_title: '',
  error_action: '',
  total_amount: '0.00',
  items: [],
  created_at: '2026-11-23T12:01:00.000Z',
  finished_at: null,
}

export const readyConsultation: Consultation = {
  ...pendingConsultation,
  status: 'ready',
  stage: 'ready',
  found_new_debts: true,
  total_amount: '2009.44',
  items: [...orderedDebts, attorney],
  finished_at: '2026-11-23T12:01:02.000Z',
}

export const failedConsultation: Consultation = {
  ...pendingConsultation,
  status: 'failed',
  stage: 'failed',
  error_code: 'authority_timeout',
  error_title: 'Tempo esgotado',
  error_message: 'O sistema do Detran de São Paulo não respondeu a tempo.',
  error_action: 'Tente de novo mais tarde; nenhum dado precisa ser corrigido.',
  finished_at: '2026-11-23T12:01:30.000Z',
}
