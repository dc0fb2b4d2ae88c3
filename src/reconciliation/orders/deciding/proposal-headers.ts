/**
 * Pure. The columns of proposals.csv by their names in both languages, since a file exported in one
 * may come back in the other; and the words by which a person decides in it.
 */
import { normalizeHeader } from '../../intake/header/aliases.ts'
import { keysOf } from '../../../fields.ts'

export const PROPOSAL_HEADERS = {
  decision: { pt: 'decisao', en: 'decision' },
  reason: { pt: 'motivo', en: 'reason' },
  plate: { pt: 'placa', en: 'plate' },
  renavam: { pt: 'renavam', en: 'renavam' },
  costCentre: { pt: 'centro_de_custo', en: 'cost_centre' },
  kind: { pt: 'tipo', en: 'kind' },
  description: { pt: 'descricao', en: 'description' },
  dueDate: { pt: 'vencimento', en: 'due_date' },
  amount: { pt: 'valor', en: 'amount' },
  items: { pt: 'itens_do_plano', en: 'plan_items' },
  planDebts: { pt: 'debitos_do_plano', en: 'plan_debts' },
  fee: { pt: 'taxa_do_plano', en: 'plan_fee' },
  total: { pt: 'total_do_plano', en: 'plan_total' },
  method: { pt: 'forma', en: 'method' },
  approvedBy: { pt: 'ja_aprovado_por', en: 'approved_by' },
  plan: { pt: 'plano', en: 'plan' },
  debt: { pt: 'debito', en: 'debt' },
  binding: { pt: 'vinculo', en: 'binding' },
  origin: { pt: 'origem', en: 'origin' },
} as const

export type ProposalColumn = keyof typeof PROPOSAL_HEADERS

/** The columns that must come back unchanged; the others are for the person to fill in. */
export type HeldColumn = Exclude<ProposalColumn, 'decision' | 'reason'>

/** Without these a line cannot be bound to what was proposed. */
export const BOUND_COLUMNS = [
  'decision',
  'plate',
  'amount',
  'method',
  'plan',
  'debt',
  'binding',
] as const satisfies readonly ProposalColumn[]

const COLUMNS = keysOf(PROPOSAL_HEADERS)

const BY_HEADER = new Map(
  COLUMNS.flatMap((column) => {
    const { pt, en } = PROPOSAL_HEADERS[column]
    return [pt, en].map((name) => [normalizeHeader(name), column] as const)
  }),
)

export function columnOfHeader(header: string): ProposalColumn | undefined {
  return BY_HEADER.get(normalizeHeader(header))
}

const VERDICTS = new Map<string, 'approve' | 'reject'>([
  ...['approve', 'approved', 'aprovar', 'aprovado', 'aprovada'].map(
    (word) => [word, 'approve'] as const,
  ),
  ...['reject', 'rejected', 'rejeitar', 'rejeitado', 'rejeitada'].map(
    (word) => [word, 'reject'] as const,
  ),
])

/** Undefined for an empty cell; `unknown` for a word that decides nothing. */
export function verdictOf(cell: string): 'approve' | 'reject' | 'unknown' | undefined {
  const word = normalizeHeader(cell)
  if (word === '') return cell.trim() === '' ? undefined : 'unknown'
  return VERDICTS.get(word) ?? 'unknown'
}
