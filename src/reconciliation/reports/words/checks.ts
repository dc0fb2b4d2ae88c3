/** What each check compares. */
export const checks = {
  'file-counts': [
    'Linhas do arquivo = aceitas + corrigidas + recusadas + repetidas + puladas',
    'Rows of the file = accepted + repaired + rejected + duplicate + skipped',
  ],
  'file-rejected': [
    'Linhas recusadas e repetidas do arquivo = linhas guardadas',
    'Rejected and duplicate rows of the file = rows kept',
  ],
  'rejected-rows': [
    'Linhas de rejected.csv = linhas recusadas e repetidas do arquivo',
    'Rows of rejected.csv = rejected and duplicate rows of the file',
  ],
  'vehicle-rows': [
    'Linhas de vehicles.csv = cadastrados + recusados + aguardando + removidos',
    'Rows of vehicles.csv = registered + refused + waiting + removed',
  ],
  'vehicle-states': [
    'Situação de cadastro em vehicles.csv = a do banco, estado por estado',
    'Registration in vehicles.csv = in the database, state by state',
  ],
  'member-states': [
    'Situação na campanha em vehicles.csv = a do banco, estado por estado',
    'Campaign state in vehicles.csv = in the database, state by state',
  ],
  'debt-rows': [
    'Linhas de debts.csv = débitos do banco',
    'Rows of debts.csv = debts in the database',
  ],
  'debt-cents': [
    'Soma de debts.csv = soma dos débitos no banco',
    'Sum of debts.csv = sum of the debts in the database',
  ],
  'item-rows': [
    'Débitos da última resposta = itens das respostas',
    'Debts of the last answers = items of those answers',
  ],
  'item-cents': [
    'Soma dos débitos da última resposta = soma dos itens das respostas',
    'Sum of the debts of the last answers = sum of their items',
  ],
  'owed-cents': [
    'Devido em vehicles.csv = devido em debts.csv',
    'Owed in vehicles.csv = owed in debts.csv',
  ],
  'uf-cents': ['Devido por UF = devido', 'Owed by state = owed'],
  'kind-cents': ['Devido por tipo = devido', 'Owed by kind = owed'],
  'roll-cents': [
    'O que se devia antes mais o que mudou = o que se deve agora',
    'Owed before plus what changed = owed now',
  ],
  'order-rows': [
    'Linhas de orders.csv = pedidos e propostas do banco',
    'Rows of orders.csv = orders and proposals in the database',
  ],
  'order-debts': [
    'Débitos em orders.csv = débitos dos pedidos e propostas no banco',
    'Debts in orders.csv = debts of orders and proposals in the database',
  ],
  'order-items': [
    'Débitos dos pedidos e propostas = soma dos seus itens',
    'Debts of orders and proposals = sum of their items',
  ],
  'order-totals': ['Total dos pedidos = débitos + taxa', 'Total of the orders = debts + fee'],
  'order-total-cents': [
    'Total em orders.csv = total dos pedidos no banco',
    'Total in orders.csv = total of the orders in the database',
  ],
  'order-item-rows': [
    'Linhas de order_items.csv = itens que orders.csv diz',
    'Rows of order_items.csv = items that orders.csv tells',
  ],
  'order-item-cents': [
    'Soma de order_items.csv = soma dos itens no banco',
    'Sum of order_items.csv = sum of the items in the ledger',
  ],
  'file-read-back': [
    'Arquivo relido do disco = o que foi escrito',
    'File read back from disk = what was written',
  ],
} as const
