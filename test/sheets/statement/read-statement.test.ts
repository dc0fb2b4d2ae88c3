import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readStatement } from '../../../src/sheets/statement/read-statement.ts'

const folder = 'fixtures/statements/'

function read(name: string): ReturnType<typeof readStatement> {
  return readStatement(readFileSync(folder + name))
}

/** A statement as lines of text: account, movements, what is told. */
function told(name: string): string[] {
  const { accounts, problems } = read(name)
  const texts = accounts.flatMap((each) => [
    `${each.bankId}/${each.branch}/${each.account}`,
    ...each.lines.map(
      (line) => `${line.day} ${line.cents} ${line.id}|${line.reference}|${line.memo}`,
    ),
  ])
  const notes = problems.map(({ code, count, line }) => `${code} ${count ?? `at ${line}`}`)
  return [...texts, ...notes]
}

/** What a person reads in each file. */
const EXPECTED: Record<string, string[]> = {
  'itau.ofx': [
    '0341//9999000017',
    '2026-11-03 -130352 20261103001|20261103001|PIX QRCODE E60701190202611031412A1B2C3D4E5F',
    '2026-11-04 820000 20261104001|20261104001|TED RECEBIDA LOCAÇÃO & CIA',
    '2026-11-05 -17408 20261105001|20261105001|INT PAG TÍT BANCO',
  ],
  'bradesco.ofx': [
    '0237/9999/12345-9',
    '2026-11-03 -130352 N10103|0000101|PAGTO ELETRÔNICO TRIBUTO',
    '2026-11-03 -17408 N10103|0000102|PAGTO COBRANÇA LICENCIAMENTO',
    '2026-11-03 -17408 N10103|0000102|PAGTO COBRANÇA LICENCIAMENTO',
    '2026-11-06 8810 N10106|0000103|DEVOLUÇÃO PIX',
    'S-ID-REPEATED 2',
  ],
  'banco-do-brasil.ofx': [
    '001/9999-9/10001-1',
    '2026-11-03 -20000 20261103120000|110301|Pix - Enviado - 03/11 14:12 DETRAN DE TESTE',
    '2026-11-04 -9500 20261104095000|850941|Tarifa Pacote de Serviços',
    '001/9999-9/20002-2',
    '2026-11-10 1000 20261110001000||',
    'S-BALANCES 2',
  ],
  'santander.ofx': [
    '033//999900123456',
    '2026-11-03 -8810 00000000||PAGAMENTO DE BOLETO OUTROS BANCOS',
    '2026-11-03 -5170 ||PIX ENVIADO TESTE 100%',
    '2026-11-04 -50 00000000||',
    'S-ID-MISSING 1',
    'S-ID-REPEATED 1',
  ],
  'nubank.ofx': [
    '0260/1/99999999-9',
    '2026-11-03 -130352 690a1c3e-7f3a-4c6e-9d5e-0a1b2c3d4e5f||Transferência enviada pelo Pix' +
      ' - DETRAN DE TESTE - 00.000.000/0001-91 - BCO DO BRASIL S.A. (0001) Agência: 1 Conta: 1-9',
    '2026-11-05 130352 690a1c3e-7f3a-4c6e-9d5e-0a1b2c3d4e60||Estorno - Transferência enviada pelo Pix',
  ],
  'sicoob.ofx': [
    '756/9999/123456',
    '2026-11-03 -130352 2026110313035201||PIX EMIT.OUTRA IF - fr0taTx0000000000000000000A1',
    '2026-11-04 -30000 2026110430000||DÉB. TÍTULO COMPE & LOTE',
  ],
  'itau.csv': [
    '//',
    '2026-11-03 -17408 ||PIX QRCODE DETRAN TESTE',
    '2026-11-04 200000 ||TED RECEBIDA',
    'S-BALANCES 3',
    'S-ID-MISSING 2',
  ],
  'bradesco.csv': [
    '/9999/12345-9',
    '2026-11-03 -17408 |0101112|TRANSFERÊNCIA PIX - DES: DETRAN DE TESTE 03/11',
    '2026-11-03 -130352 |0101113|PAGTO COBRANÇA',
    '2026-11-04 8810 |0101114|DEVOLUÇÃO PIX',
    'S-BALANCES 1',
    'S-ID-MISSING 3',
    'S-SECOND-TABLE at 11',
  ],
  'banco-do-brasil.csv': [
    '//',
    '2026-11-03 -17408 |110301|Pix - Enviado - 03/11 14:12 DETRAN DE TESTE',
    '2026-11-04 8810 |110401|Pix - Devolvido - 04/11 09:00 DETRAN DE TESTE',
    'S-BALANCES 2',
    'S-ID-MISSING 2',
  ],
  'nubank.csv': [
    '//',
    '2026-11-03 -130352 690a1c3e-7f3a-4c6e-9d5e-0a1b2c3d4e5f||Transferência enviada pelo Pix - DETRAN DE TESTE',
    '2026-11-05 130352 690a1c3e-7f3a-4c6e-9d5e-0a1b2c3d4e60||Estorno, transferência enviada pelo Pix',
  ],
  'caixa.csv': [
    '//',
    '2026-11-04 8810 |000002|CRED PIX',
    '2026-11-03 -17408 |000001|PAG BOLETO',
    'S-ID-MISSING 2',
  ],
}

test.each(readdirSync(folder))('%s is read as a person reads it', (name) => {
  expect(told(name)).toEqual(EXPECTED[name])
})

const TRN = '<TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-1.00<FITID>1<MEMO>PAG'

function ofx(lines: string, more = ''): Buffer {
  const inside = `<STMTRS><CURDEF>BRL${more}<BANKTRANLIST>${lines}</BANKTRANLIST></STMTRS>`
  return Buffer.from(`OFXHEADER:100\n\n<OFX>${inside}</OFX>`)
}

function line(values: string): string {
  return `<STMTTRN>${values}</STMTTRN>`
}

const csv = (...rows: string[]): Buffer => Buffer.from(rows.join('\n'))

test.each<[string, Uint8Array, object]>([
  ['no bytes', Buffer.alloc(0), { code: 'S-EMPTY' }],
  ['a PDF', Buffer.from('%PDF-1.7'), { code: 'S-FORMAT' }],
  ['another XML', Buffer.from('<?xml version="1.0"?><Document/>'), { code: 'S-FORMAT' }],
  [
    'CNAB 240',
    csv(`34100000${' '.repeat(232)}`, `34100011${' '.repeat(232)}`),
    { code: 'S-FORMAT' },
  ],
  ['CNAB 400', csv(`02RETORNO${' '.repeat(391)}`, ''), { code: 'S-FORMAT' }],
  ['a file without its end', ofx(line(TRN)).subarray(0, -6), { code: 'S-CUT' }],
  ['a line without its end', ofx(`<STMTTRN>${TRN}${line(TRN)}`), { code: 'S-CUT', line: 3 }],
  ['a line without its beginning', ofx(`${TRN}</STMTTRN>`), { code: 'S-CUT' }],
  ['two lines run together', ofx(line(TRN + TRN)), { code: 'S-CUT', line: 3 }],
  ['an account without its end', ofx(`${line(TRN)}<STMTRS>`), { code: 'S-CUT' }],
  ['no account', Buffer.from('OFXHEADER:100\n<OFX></OFX>'), { code: 'S-EMPTY' }],
  ['an amount in words', ofx(line(TRN.replace('-1.00', 'um'))), { code: 'S-AMOUNT', value: 'um' }],
  ['no amount', ofx(line(TRN.replace('<TRNAMT>-1.00', ''))), { code: 'S-AMOUNT', line: 3 }],
  ['a thousand or one and some', ofx(line(TRN.replace('-1.00', '1.234'))), { code: 'S-AMOUNT' }],
  ['31 November', ofx(line(TRN.replace('20261103', '20261131'))), { code: 'S-DATE', line: 3 }],
  ['dollars', Buffer.from(ofx(line(TRN)).toString().replace('BRL', 'USD')), { code: 'S-CURRENCY' }],
  ['a table of vehicles', csv('placa;uf', 'ABC1D23;SP'), { code: 'S-COLUMNS' }],
  [
    'a day without year',
    csv('data;histórico;valor', '03/11;PIX;-1,00'),
    { code: 'S-DATE', line: 2, value: '03/11' },
  ],
  ['an amount without day', csv('data;histórico;valor', ';PIX;-1,00'), { code: 'S-DATE', line: 2 }],
  [
    'both columns filled',
    csv('data;histórico;débito;crédito', '03/11/2026;PIX;1,00;2,00'),
    { code: 'S-AMOUNT', line: 2, value: '1,00 2,00' },
  ],
  [
    'a side in unknown words beside amounts without a sign',
    csv('data;tipo;descrição;valor', '03/11/2026;Débito;A;1,00', '04/11/2026;Pagamento;B;R$ 2,00'),
    { code: 'S-SIDE', line: 3, value: 'tipo: Pagamento' },
  ],
  [
    'a credit below zero',
    csv('data;histórico;débito;crédito', '03/11/2026;PIX;;-2,00'),
    { code: 'S-AMOUNT', line: 2 },
  ],
])('%s refuses the whole file', (_, bytes, problem) => {
  const { accounts, problems } = readStatement(bytes)
  expect(accounts).toEqual([])
  expect(problems).toEqual([expect.objectContaining(problem)])
})

test('limits of bytes and lines refuse, and a long memo is cut and told', () => {
  const small = { bytesMax: 400, linesMax: 2, memoCharactersMax: 10, valueCharactersMax: 20 }
  expect(readStatement(Buffer.alloc(401, 'a'), small).problems).toEqual([
    { code: 'S-BYTES', limit: 400 },
  ])
  const three = ofx(line(TRN).repeat(3))
  expect(readStatement(three, small).problems).toEqual([{ code: 'S-LINES', limit: 2 }])
  const long = readStatement(ofx(line(`${TRN} 0123456789`)), small)
  expect(long.accounts[0]?.lines[0]?.memo).toBe('PAG 012345')
  expect(long.problems).toEqual([{ code: 'S-TEXT-CUT', count: 1 }])
})

test('the other account of a transfer and a card number are not taken for the account', () => {
  const from = '<BANKACCTFROM><BANKID>1<ACCTID>77</BANKACCTFROM>'
  const to = '<BANKACCTTO><BANKID>9<ACCTID>88</BANKACCTTO><PAYEE><NAME>X</PAYEE><CHECKNUM>5'
  const [account] = readStatement(ofx(line(TRN + to), from)).accounts
  expect(account).toMatchObject({ bankId: '1', account: '77' })
  expect(account?.lines[0]).toMatchObject({ memo: 'PAG - X', reference: '5' })
  const card = '<CCACCTFROM><ACCTID>4111111111111111</CCACCTFROM>'
  expect(readStatement(ofx(line(TRN), card)).accounts[0]?.account).toBe('1111')
})

test('a type that contradicts the sign is told, and the sign is believed', () => {
  const { accounts, problems } = readStatement(ofx(line(TRN.replace('-1.00', '1.00'))))
  expect(accounts[0]?.lines[0]?.cents).toBe(100n)
  expect(problems).toEqual([{ code: 'S-SIGN', count: 1 }])
})

test.each<[string, ...string[]]>([
  ['Data;Tipo de transação;Descrição;Valor', 'Débito;PIX;1,00', 'Crédito;DEV;2,00'],
  ['Data;Tipo;Descrição;Valor', 'Pix enviado;PIX;1,00', 'Transferência recebida;DEV;2,00'],
  ['Data;Operação;Descrição;Valor', 'Saída;PIX;1,00', 'Entrada;DEV;2,00'],
  ['Data;Movimentação;Tipo;Valor', 'Débito;Pix;1,00', 'Crédito;Pix;2,00'],
  ['Data;Tipo;Descrição;Valor', 'Pagamento;PIX;-1,00', 'Outros;DEV;2,00'],
  ['Data;Tipo;Descrição;Saída;Entrada', 'Pagamento;PIX;1,00;', 'Outros;DEV;;2,00'],
])('the side of an amount stands beside it or in it: %s', (header, ...rows) => {
  const { accounts } = readStatement(csv(header, ...rows.map((row) => `03/11/2026;${row}`)))
  expect(accounts[0]?.lines.map(({ cents }) => cents)).toEqual([-100n, 200n])
})

test('debits and credits in columns of their own, written with or without a minus', () => {
  const rows = ['03/11/2026;A;1,00;0,00', '03/11/2026;B;-2,00;', '03/11/2026;C;0,00;3,00']
  const { accounts } = readStatement(csv('Date;Description;Debit;Credit', ...rows))
  expect(accounts[0]?.lines.map(({ cents }) => cents)).toEqual([-100n, -200n, 300n])
})

test('a header that is printed again between the movements is no movement and no other table', () => {
  const header = 'Data;Histórico;Valor'
  const { accounts, problems } = readStatement(
    csv(header, '03/11/2026;A;-1,00', header, '04/11/2026;B;-2,00'),
  )
  expect(accounts[0]?.lines.map(({ memo }) => memo)).toEqual(['A', 'B'])
  expect(problems).toEqual([{ code: 'S-ID-MISSING', count: 2 }])
})

test('a table of another account below the first is told and not read as the first account’s', () => {
  const head = 'Data;Histórico;Valor'
  const tables = (other: string): Buffer =>
    csv(
      'Agência: 1234 Conta: 5555-5',
      head,
      '03/11/2026;A;-1,00',
      '',
      other,
      head,
      '04/11/2026;B;-2,00',
    )
  const { accounts, problems } = readStatement(tables('Agência: 1234 Conta: 6666-6'))
  expect(accounts.flatMap(({ lines }) => lines.map(({ memo }) => memo))).toEqual(['A'])
  expect(problems).toContainEqual({ code: 'S-SECOND-TABLE', line: 6 })
  // The same title on a second page goes on with the account.
  const same = readStatement(tables('Agência: 1234 Conta: 5555-5'))
  expect(same.accounts[0]?.lines).toHaveLength(2)
  expect(same.problems).toEqual([{ code: 'S-ID-MISSING', count: 2 }])
})
