/** A small fleet in which everything that a report shows happens once; golden files come of it. */
import { at, FLEET, fixedId, IMPORT, LedgerBuilder } from './ledger-builder.ts'
import type { DebtSpec } from './debt-spec.ts'
import { pixCode } from '../orders/order-samples.ts'

const IPVA: readonly DebtSpec[] = [
  {
    kind: 'ipva_unique',
    grp: 'ipva',
    description: 'IPVA 2026 cota única',
    due: '2026-12-15',
    cents: 145_500,
  },
  ...['2026-12-15', '2027-01-15', '2027-02-15'].map((due, index) => ({
    kind: 'ipva_installment',
    grp: 'ipva',
    description: `IPVA 2026 parcela ${index + 1}/3`,
    due,
    cents: 50_000,
  })),
]

const LICENSING: DebtSpec = {
  kind: 'licensing',
  grp: 'licensing',
  description: 'Licenciamento 2026',
  due: '2026-12-31',
  cents: 16_710,
}

export async function buildFixedLedger(builder: LedgerBuilder): Promise<void> {
  await builder.fleet()
  await importFile(builder)
  await answered(builder)
  await unanswered(builder)
}

const HEADER = ['Placa', 'RENAVAM', 'UF', 'CPF', 'Apelido']
/** What intake says of an Excel file. */
const UNDERSTOOD = {
  delimiter: ';',
  quote: '"',
  encoding: { name: 'windows-1252', bom: false },
  lineEnd: '\r\n',
  sepLine: false,
  headerLine: 1,
  header: HEADER,
  allColumns: HEADER,
  columns: {},
  extras: ['Motorista', '=Base', 'UF'],
  warnings: [],
  sha256: 'ab'.repeat(32),
  byteLength: 900,
}

async function importFile(builder: LedgerBuilder): Promise<void> {
  await builder.insert('import', {
    id: IMPORT,
    fleet_id: FLEET,
    file_name: 'frota novembro.csv',
    sha256: 'ab'.repeat(32),
    byte_length: 900,
    defaults_hash: '',
    state: 'applied',
    understood: JSON.stringify(UNDERSTOOD),
    rows_read: 14,
    accepted: 9,
    repaired: 1,
    rejected: 2,
    duplicate: 1,
    skipped: 1,
    received_at: at('20', 21),
    finished_at: at('20', 21, 1),
  })
  const issue = { code: 'R-PLATE', column: 'Placa', value: 'ABC12E4', suggestion: 'ABC1234' }
  const person = { code: 'R-DOC', column: 'CPF', value: '***.982.247-**' }
  const twice = { code: 'W-DUP', column: 'Placa', value: 'ABC1D23', otherLine: 2 }
  for (const [line, verdict, plate, issues] of [
    [5, 'rejected', null, [issue]],
    [7, 'duplicate', 'ABC1D23', [twice]],
    [9, 'rejected', 'JKL5M67', [person, { code: 'W-UF', column: 'UF', value: 'sp' }]],
  ] as const) {
    await builder.insert('import_row', {
      import_id: IMPORT,
      line,
      verdict,
      plate,
      issues: JSON.stringify(issues),
      raw: Buffer.from(
        JSON.stringify([plate ?? 'ABC12E4', '26827649960', 'sp', '529.982.247-25', 'São João']),
      ),
    })
  }
}

async function answered(builder: LedgerBuilder): Promise<void> {
  const truck = await builder.vehicle({
    plate: 'ABC1D23',
    renavam: '26827649960',
    uf: 'SP',
    nickname: 'Caminhão 01',
    cost_centre: 'Entregas',
    owner_masked: '**.222.333/0001-**',
    owner_cnpj: '11222333000181',
    extras: { Motorista: 'Ana, CPF 529.982.247-25', '=Base': '=1+1', Outra: 'de outro arquivo' },
  })
  const paid = await builder.answer(truck, [
    ...IPVA,
    { ...LICENSING, dependsOn: 0 },
    { description: 'Multa: velocidade acima', due: '2026-10-02', cents: 13_016, previous: 10_413 },
    { description: 'Multa: zona azul', due: '2026-09-10', cents: 5_320, gone: true },
  ])
  const alternative = 'ipva-alternative'
  await builder.considered(truck, {
    ...Object.fromEntries(paid.slice(1, 4).map((id) => [id, alternative])),
    [paid[5] ?? '']: 'order-full',
  })
  const code = pixCode(162_700n, 'FROTA0001')
  const open = await builder.order(truck, [paid[0] ?? '', paid[4] ?? ''], {
    pix_code: code,
    pix_expires_at: at('22', 1),
  })
  await builder.event(open, 'coded', { note: 'FROTA0001' })
  const van = await builder.vehicle({
    plate: 'DEF4G56',
    renavam: '00639884962',
    uf: 'RJ',
    nickname: '=HYPERLINK("http://evil.example";"Van")',
    cost_centre: '+Vendas',
  })
  const vans = await builder.answer(van, [
    LICENSING,
    {
      kind: 'renainf_ticket',
      description: '<script>alert(1)</script> Multa RENAINF',
      due: '2026-12-05',
      cents: 29_347,
      payable: false,
    },
    { kind: 'service', grp: 'service', description: '@taxa', year: null, cents: 2_350 },
  ])
  await builder.order(van, [vans[0] ?? ''], {
    gate: 'shut',
    gate_reason: 'pix-amount',
    pix_code: '<script>alert("pix")</script>',
  })
  await builder.order(van, [vans[2] ?? ''], {
    status: 'in_review',
    standing: 'unknown',
    gate: 'shut',
    gate_reason: 'not-awaiting-payment',
  })
  const clear = await builder.vehicle({ plate: 'GHI7A89', renavam: '01284762677', uf: 'MG' })
  await builder.answer(clear, [])
  const provisional = await builder.vehicle({
    plate: 'QRS0T12',
    renavam: '98765432103',
    uf: 'SP',
    nickname: 'Novo da matriz',
    cost_centre: 'Entregas',
  })
  const [unpaid = ''] = await builder.answer(provisional, [LICENSING])
  await builder.considered(provisional, { [unpaid]: 'provisional-renavam' })
  await settledOrders(builder)
}

async function settledOrders(builder: LedgerBuilder): Promise<void> {
  const car = await builder.vehicle({
    plate: 'MNO3P45',
    renavam: '00965904008',
    uf: 'PE',
    nickname: 'Diretoria',
    cost_centre: 'Administração',
  })
  const debts = await builder.answer(car, [
    { ...LICENSING, state: 'paid', former: true },
    { description: 'Multa: estacionamento', due: '2026-12-20', cents: 19_523, state: 'proposed' },
    { description: 'Multa: rodízio', due: '2026-12-22', cents: 13_016, state: 'ordered' },
  ])
  const paid = await builder.order(car, [debts[0] ?? ''], {
    status: 'paid',
    standing: 'paid',
    gate: 'shut',
    gate_reason: 'not-awaiting-payment',
    created_at: at('02', 10),
    updated_at: at('20', 23),
  })
  await builder.event(paid, 'coded', { note: 'FROTA0002' })
  await builder.event(paid, 'paid', { told_by: 'service', occurred_at: at('03', 14) })
  await builder.event(paid, 'paid', { told_by: 'bank', occurred_at: at('03', 3) })
  const refunded = await builder.order(car, [debts[0] ?? ''], {
    status: 'refunded',
    standing: 'refunded',
    gate: 'shut',
    gate_reason: 'not-awaiting-payment',
    refunded_cents: 17_200,
    updated_at: at('20', 23, 10),
  })
  await builder.event(refunded, 'paid', { told_by: 'service', occurred_at: at('20', 20) })
  await builder.event(refunded, 'settled', { seen_at: at('20', 22) })
  await builder.event(refunded, 'refunded', { seen_at: at('20', 23, 10) })
  await builder.order(car, [debts[2] ?? ''], {
    method: 'boleto',
    boleto_line: '00190500954014481606906809350314337370000000100',
    boleto_barcode: '00193373700000001000500940144816060680935031',
    boleto_due_date: '2026-11-25',
    boleto_expires_at: '2026-11-26T03:00:00Z',
    pix_code: '',
    pix_expires_at: null,
  })
  const plan = await builder.plan(car, {
    debts_cents: 19_523,
    state: 'proposed',
    created_at: at('21', 0, 30),
  })
  await builder.insert('order_plan_item', {
    plan_id: plan,
    item_id: builder.next('9'),
    debt_id: debts[1],
    amount_cents: 19_523,
  })
}

async function unanswered(builder: LedgerBuilder): Promise<void> {
  const failed = await builder.vehicle(
    { plate: 'TUV6W78', renavam: '01315049861', uf: 'BA', nickname: 'Sprinter' },
    { state: 'failed' },
  )
  await builder.consultation(failed, {
    status: 'failed',
    stage: 'lookup',
    error_code: 'VEHICLE_NOT_FOUND',
    error_title: 'Veículo não encontrado',
    error_message: '=cmd|calc CPF 529.982.247-25 não confere com o <b>proprietário</b>',
    error_action: 'Confira o RENAVAM e a UF',
  })
  const stuck = await builder.vehicle(
    { plate: 'XYZ9A01', renavam: '10000000008', uf: 'SP' },
    { state: 'stuck' },
  )
  await builder.consultation(stuck, { status: 'stuck', stage: 'queued', answered_at: null })
  for (const [plate, renavam, rank] of [
    ['BCD2E34', '10000000016', 12],
    ['EFG5H67', '10000000024', 13],
  ] as const) {
    await builder.vehicle({ plate, renavam, uf: 'SP' }, { state: 'open', rank })
  }
  const excluded = { state: 'excluded', reason: 'unregistered' }
  await builder.vehicle({ plate: 'HIJ8K90', renavam: '10000000032', uf: 'AC' }, excluded)
  const refused = await builder.vehicle(
    { plate: 'KLM1N23', renavam: '10000000040', uf: 'SP', state: 'refused', refusal: 'renavam' },
    { state: 'excluded', reason: 'refused' },
  )
  await builder.effect(refused, {
    kind: 'order',
    state: 'quarantined',
    reason: `order-holds-debt: ${fixedId('8', 9)} (in_review)`,
  })
  const reason = 'not found: looked up again in a later run'
  await builder.effect(stuck, { kind: 'consult', state: 'held', reason })
}
