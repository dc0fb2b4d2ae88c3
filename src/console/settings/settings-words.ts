/** What the page of settings says. */
import { wordsOf } from '../../bilingual.ts'

export const settingsWords = wordsOf({
  title: ['Ajustes', 'Settings'],
  service: ['Serviço de débitos', 'Debt service'],
  rehearsal: [
    'Nenhum serviço está conectado: tudo o que se vê vem de um serviço simulado, que não liquida nada.',
    'No service is connected: all that you see comes from a simulated one, which settles nothing.',
  ],
  connected: [
    'Conectado a {address}, conta {account}.',
    'Connected to {address}, account {account}.',
  ],
  given: [
    'Quem opera o frota escolheu o serviço nas opções do programa; só lá ele muda.',
    "Who operates frota chose the service in the program's options; it changes only there.",
  ],
  address: ['Endereço do serviço', 'Address of the service'],
  account: ['Conta (UUID)', 'Account (UUID)'],
  key: ['Chave da API', 'API key'],
  keyHelp: [
    'fica só neste computador, num arquivo que só você lê; vazia: a que já está guardada',
    'stays on this machine, in a file that only you read; empty: the one kept already',
  ],
  test: ['Testar e conectar', 'Test and connect'],
  testing: ['Testando…', 'Testing…'],
  aside: [
    'O que o serviço simulado disse é posto de lado, inteiro, e o livro-razão recomeça vazio: o ' +
      'simulado e o real nunca se misturam. Envie depois a planilha de novo.',
    'What the simulated service said is set aside as a whole, and the ledger begins empty: the ' +
      'simulated and the real never mix. Upload the spreadsheet again afterwards.',
  ],
  notConnected: [
    'Nada mudou: confira endereço, conta e chave, e tente de novo.',
    'Nothing changed: check address, account and key, and try again.',
  ],
  isNow: ['Conectado', 'Connected'],
  isMock: [
    'A conexão funciona, mas este serviço diz que é simulado: o que for pedido lá não liquida nada.',
    'The connection works, but this service says that it is simulated: orders there settle nothing.',
  ],
  isReal: [
    'A conexão funciona: a chave abre esta conta.',
    'The connection works: the key opens this account.',
  ],
  wasSetAside: [
    'O livro-razão simulado foi guardado na pasta {folder} do diretório de dados.',
    'The simulated ledger was kept in the folder {folder} of the data directory.',
  ],
  busy: [
    'Há trabalho em andamento ou outro programa com estes dados: espere que termine.',
    'Work is under way, or another program has this data: wait until it ends.',
  ],
  upload: ['Enviar a planilha', 'Upload the spreadsheet'],
  policy: ['Regras dos pedidos', 'Rules of orders'],
  policyGiven: [
    'As regras vêm das opções do programa; só lá mudam.',
    "The rules come from the program's options; they change only there.",
  ],
  policyEdited: ['Mudadas por {person} em {at}.', 'Changed by {person} on {at}.'],
  ofAllFleets: [
    'Isto vale para todas as frotas: só quem administra todas o muda.',
    'This holds for all fleets: only who administers all of them changes it.',
  ],
  policyDefault: [
    'Valem as regras de início: tudo é só proposto, e uma pessoa aprova.',
    'The rules of the start hold: all is only proposed, and a person approves.',
  ],
  method: ['Meio de pagamento', 'Way of paying'],
  methods: { pix: ['Pix', 'Pix'], boleto: ['boleto', 'boleto'] },
  approveUpTo: [
    'Aprovar sozinho pedidos até (R$; 0: nenhum)',
    'Approve by itself orders up to (R$; 0: none)',
  ],
  perOrder: ['No máximo por pedido (R$)', 'At most for an order (R$)'],
  perRun: ['No máximo por execução (R$)', 'At most for a run (R$)'],
  perDay: ['No máximo por frota e dia (R$)', 'At most for a day of a fleet (R$)'],
  twoPeopleAbove: ['Duas pessoas acima de (R$)', 'Two people above (R$)'],
  centreDefault: ['Por centro de custo de cada frota (R$)', 'Per cost centre of each fleet (R$)'],
  centrePeriod: ['Período do centro de custo', 'Period of the cost centre'],
  periods: { month: ['mês', 'month'], day: ['dia', 'day'] },
  byName: [
    'Centros de custo com limite próprio em cada frota',
    'Cost centres with a limit of their own in each fleet',
  ],
  byNameHelp: ['um por linha, como: Oficina = 1500,00', 'one a line, such as: Workshop = 1500.00'],
  dueWithinDays: ['Só o que vence em até (dias)', 'Only what falls due within (days)'],
  empty: ['vazio: sem limite', 'empty: no limit'],
  prefer: ['IPVA', 'IPVA'],
  prefers: { single: ['cota única', 'single payment'], instalments: ['parcelado', 'instalments'] },
  instalmentsDueWithinDays: [
    'Parcelas do IPVA que vencem em até (dias)',
    'Instalments of IPVA that fall due within (days)',
  ],
  itemsPerOrder: ['Débitos por pedido', 'Debts in an order'],
  kinds: ['Tipos de débito que podem ser pedidos', 'Kinds of debts that may be ordered'],
  keep: ['Guardar as regras', 'Keep the rules'],
  policyMoved: [
    'Nada mudou: as regras foram mudadas por outra pessoa desde que esta página foi aberta. Recarregue-a e veja.',
    'Nothing changed: somebody else changed the rules since this page was opened. Reload it and look.',
  ],
  wrong: {
    money: [
      '{field}: dê um valor em reais, como 1500,00.',
      '{field}: give an amount in reais, such as 1500.00.',
    ],
    integer: [
      '{field}: dê um número inteiro de {min} a {max}.',
      '{field}: give a whole number from {min} to {max}.',
    ],
    centre: [
      'Centros de custo, linha {line}: escreva o nome, = e o valor, como Oficina = 1500,00.',
      'Cost centres, line {line}: write the name, = and the amount: Workshop = 1500.00.',
    ],
    centreTwice: [
      'Centros de custo, linha {line}: {name} já tem um limite acima. Deixe só um.',
      'Cost centres, line {line}: {name} has a limit above already. Leave one only.',
    ],
    kinds: ['Escolha ao menos um tipo de débito.', 'Choose at least one kind of debt.'],
    name: ['Já há um horário com este nome.', 'There is a schedule of this name.'],
    time: ['{field}: dê uma hora, como 20:00.', '{field}: give a time, such as 20:00.'],
  },
  schedules: ['Horários', 'Schedules'],
  schedulesLead: [
    'Quando as consultas são feitas sem ninguém pedir. Quem as faz é um worker, que quem opera o ' +
      'frota inicia.',
    'When vehicles are asked for without anybody asking. A worker does it, which who operates ' +
      'frota starts.',
  ],
  schedulesNone: ['Nenhum horário ainda.', 'No schedule yet.'],
  name: ['Nome', 'Name'],
  fleets: ['Frotas', 'Fleets'],
  allFleets: ['todas', 'all'],
  next: ['Próximas vezes', 'Next times'],
  last: ['Última', 'Last'],
  paused: ['em pausa', 'paused'],
  pause: ['Pausar', 'Pause'],
  resume: ['Retomar', 'Resume'],
  remove: ['Apagar', 'Remove'],
  begins: ['Começa às', 'Begins at'],
  ends: ['Termina às', 'Ends at'],
  days: ['Dias', 'Days'],
  dayChoices: {
    '*': ['todos os dias', 'every day'],
    '1-5': ['segunda a sexta', 'Monday to Friday'],
    '6,0': ['sábado e domingo', 'Saturday and Sunday'],
  },
  add: ['Novo horário', 'New schedule'],
  addButton: ['Criar o horário', 'Make the schedule'],
})

export type SettingsWords = ReturnType<typeof settingsWords>
