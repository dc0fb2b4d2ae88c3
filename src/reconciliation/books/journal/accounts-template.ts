/** A file of accounts to begin with: a rule for every nature and kind, to be filled in. */
import { DEBT_KINDS } from '../../../contract/debt-item.ts'
import { sayIn, type Locale } from '../../../bilingual.ts'
import type { AccountRule } from './accounts-file.ts'

export function accountsTemplate(locale: Locale): string {
  const say = sayIn(locale)
  const expense = say('DESPESA', 'EXPENSE')
  const payable = say('A-PAGAR', 'PAYABLE')
  const bank = say('BANCO', 'BANK')
  const history = say(
    '{natureza} {tipo} {placa} {descricao} venc. {vencimento}',
    '{natureza} {tipo} {placa} {descricao} due {vencimento}',
  )
  const ofKinds = (nature: AccountRule['nature'], debit: string, credit: string): AccountRule[] =>
    DEBT_KINDS.map((kind) => ({
      nature,
      kind,
      debit: debit === expense ? `${expense}-${kind.toUpperCase()}` : debit,
      credit: credit === expense ? `${expense}-${kind.toUpperCase()}` : credit,
      history,
    }))
  const other = say('OUTRAS', 'OTHER')
  const anyKind = (nature: AccountRule['nature'], debit: string, credit: string): AccountRule => ({
    nature,
    debit,
    credit,
    history,
  })
  const rules: AccountRule[] = [
    ...ofKinds('debt', expense, bank),
    anyKind('debt', other, bank),
    { nature: 'fee', debit: say('TARIFAS', 'FEES'), credit: bank, history },
    { nature: 'interest', debit: say('JUROS', 'INTEREST'), credit: bank, history },
    { nature: 'discount', debit: bank, credit: say('DESCONTOS', 'DISCOUNTS'), history },
    ...ofKinds('refund', bank, expense),
    { nature: 'refund', debit: bank, credit: say('TARIFAS', 'FEES'), history },
    ...ofKinds('provision', expense, payable),
    anyKind('provision', other, payable),
    ...ofKinds('adjustment', expense, payable),
    anyKind('adjustment', other, payable),
    ...ofKinds('reversal', payable, expense),
    anyKind('reversal', payable, other),
    anyKind('settlement', payable, bank),
  ]
  const about = say(
    'Troque cada conta pela do seu plano. method: cash (caixa) ou accrual (competência: provision, adjustment, reversal e settlement). layout: calima, dominio (com company, o código da empresa no programa, e cnpj), generic ou um próprio. Uma regra pode dizer kind, uf, cnpj e costCentre; vale a que diz mais. Texto: {placa} {pedido} {tipo} {natureza} {debito} {descricao} {vencimento} {ano}.',
    'Replace each account by yours. method: cash or accrual (provision, adjustment, reversal and settlement). layout: calima, dominio (with company, its code in the program, and cnpj), generic or one of your own. A rule may say kind, uf, cnpj and costCentre; the one that says most counts. Text: {placa} {pedido} {tipo} {natureza} {debito} {descricao} {vencimento} {ano}.',
  )
  const of = { company: '', cnpj: '', user: '' }
  const file = { _about: about, method: 'cash', layout: 'calima', ...of, costCentres: {}, rules }
  return `${JSON.stringify(file, null, 2)}\n`
}
