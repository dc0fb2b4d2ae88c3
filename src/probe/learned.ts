/** What a probe finds out where the interface is silent; what it does not is `unknown`. */
import type { Words } from './finding.ts'

/** Each with what it tells, for readers. */
export const capabilities = {
  health_prefix: {
    pt: 'prefixo da primeira chave de /health',
    en: "prefix of /health's first key",
  },
  account_missing_status: { pt: 'status sem X-Account-Id', en: 'status without X-Account-Id' },
  account_unknown_status: {
    pt: 'status com conta desconhecida',
    en: 'status of an unknown account',
  },
  unknown_id_status: { pt: 'status de um id desconhecido', en: 'status of an unknown id' },
  both_keys_differing_status: {
    pt: 'status com duas chaves diferentes',
    en: 'status of two keys that differ',
  },
  validation_status: { pt: 'status de um campo inválido', en: 'status of an invalid field' },
  list_lag_ms: {
    pt: 'atraso da lista depois de um POST (ms)',
    en: 'lag of the list after a POST (ms)',
  },
  page_size_default: { pt: 'page_size padrão', en: 'default page_size' },
  page_size_beyond_max: { pt: 'page_size acima de 100', en: 'page_size beyond 100' },
  timestamp_precision: {
    pt: 'casas decimais dos instantes',
    en: 'decimal places of the timestamps',
  },
  delete_twice_status: { pt: 'status do segundo DELETE', en: 'status of a second DELETE' },
  inactive_by_id: {
    pt: 'veículo inativo responde por id',
    en: 'an inactive vehicle answers by id',
  },
  register_active_again: {
    pt: 'registrar de novo um RENAVAM ativo',
    en: 'registering an active RENAVAM again',
  },
  register_inactive_again: {
    pt: 'registrar de novo um RENAVAM inativo',
    en: 'registering a deactivated RENAVAM again',
  },
  consult_inactive_status: {
    pt: 'status da consulta de um veículo inativo',
    en: 'status of consulting an inactive vehicle',
  },
  second_consultation_while_pending: {
    pt: 'segunda consulta enquanto há uma pendente',
    en: 'a second consultation while one is pending',
  },
  consultation_created_status: {
    pt: 'status da consulta criada',
    en: 'status of a new consultation',
  },
  stages_seen: { pt: 'estágios vistos', en: 'stages seen' },
  consultation_ms: { pt: 'duração de uma consulta (ms)', en: 'duration of a consultation (ms)' },
  item_ids_change: {
    pt: 'ids dos itens mudam a cada consulta',
    en: 'item ids change with every consultation',
  },
  history_envelope: { pt: 'envelope do histórico', en: 'envelope of the history' },
  order_list_envelope: { pt: 'envelope da lista de pedidos', en: 'envelope of the order list' },
  order_items_debt_item_id: {
    pt: 'itens do pedido trazem debt_item_id',
    en: 'order items carry debt_item_id',
  },
  same_debts_twice: {
    pt: 'os mesmos débitos podem ser pedidos duas vezes',
    en: 'the same debts can be ordered twice',
  },
  order_statuses_seen: { pt: 'estados de pedidos vistos', en: 'order statuses seen' },
  attempt_statuses_seen: { pt: 'estados de tentativas vistos', en: 'attempt statuses seen' },
  boleto_fields: { pt: 'campos do boleto', en: 'fields of a boleto' },
  card_fields: { pt: 'campos da tentativa com cartão', en: 'fields of a card attempt' },
  preview_grid_rows: { pt: 'linhas da grade de parcelas', en: 'rows of the installments grid' },
  day_filter_time_zone: {
    pt: 'fuso dos filtros por dia',
    en: 'time zone of the day filters',
  },
  cors_preflight: { pt: 'resposta a um preflight CORS', en: 'answer to a CORS preflight' },
  limit_status: { pt: 'status do limite excedido', en: 'status of an exceeded limit' },
  retry_after: { pt: 'Retry-After num 429', en: 'Retry-After of a 429' },
  window_kind: { pt: 'tipo de janela dos limites', en: 'kind of window of the limits' },
  refused_requests_count: {
    pt: 'requisições recusadas contam',
    en: 'refused requests count',
  },
} as const satisfies Record<string, Words>

export type Capability = keyof typeof capabilities
export type LearnedValue = string | number | boolean | readonly string[]

export interface Lesson {
  readonly name: Capability
  /** `unknown` when nothing showed it. */
  readonly value: LearnedValue
  /** Which request showed it. */
  readonly how: string
}

export interface Learned {
  /** The first word on a matter stays. */
  note(name: Capability, value: LearnedValue, how: string): void
  /** Gathers words that are seen one by one. */
  saw(name: Capability, word: string, how: string): void
  list(): Lesson[]
}

const WORDS_MAX = 20

export function openLearned(): Learned {
  const lessons = new Map<Capability, Lesson>()
  const words = new Map<Capability, Set<string>>()
  return {
    note: (name, value, how) => {
      if (!lessons.has(name)) lessons.set(name, { name, value, how })
    },
    saw: (name, word, how) => {
      const seen = words.get(name) ?? new Set()
      if (seen.size < WORDS_MAX) seen.add(word)
      words.set(name, seen)
      lessons.set(name, { name, value: [...seen], how })
    },
    list: () => names().map((name) => lessons.get(name) ?? { name, value: 'unknown', how: '' }),
  }
}

/** `Object.keys` forgets what the keys are. */
function names(): Capability[] {
  return Object.keys(capabilities) as Capability[]
}
