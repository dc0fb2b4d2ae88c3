/** Counts in the right number, in both languages; amounts that may be compared. */
import { expect, test } from 'vitest'
import { counted } from '../../src/app/counted.ts'
import { inboxLine, type InboxEvent } from '../../src/app/inbox/inbox-words.ts'
import { countLine, problemLines, understoodLines } from '../../src/cli/intake/check-lines.ts'
import { openOutput } from '../../src/cli/output.ts'
import { retryNotes } from '../../src/app/run/retry-notes.ts'
import { stageLines } from '../../src/app/stages/stage-lines.ts'
import type { Stages } from '../../src/app/stages/read-stages.ts'
import type { Import } from '../../src/ledger/fleets/imports.ts'

const terminal = { write: () => true }
const pt = openOutput(terminal, { json: false, locale: 'pt-BR' })
const en = openOutput(terminal, { json: false, locale: 'en' })

function stagesOf(n: number): Stages {
  return {
    file: { read: n, accepted: n, repaired: n, rejected: n, duplicate: n, skipped: n } as Import,
    vehicles: { registered: n, waiting: 0, refused: n, doubtful: 0 },
    consultations: {
      members: 0,
      waiting: 0,
      asked: 0,
      answered: 0,
      failed: 0,
      stuck: 0,
      excluded: 0,
    },
    orders: {
      proposed: n,
      proposedCents: 150_00n,
      approved: n,
      placed: n,
      placedCents: 100_00n,
      paid: n,
      followed: n,
    },
    quota: undefined,
  }
}

function lines(stages: Stages, output: typeof pt): string[] {
  const setting = { output, zone: 'America/Sao_Paulo', finish: undefined }
  return stageLines(stages, setting).map(({ text }) => text)
}

test('the stages of one row and of two', () => {
  expect([...lines(stagesOf(1), pt), ...lines(stagesOf(2), pt)]).toEqual([
    'Planilha     1 linha · 1 aceita · 1 com reparo · 1 recusada · 1 duplicada · 1 pulada',
    'Cadastro     1/2 veículos no serviço · 1 recusado',
    'Planilha     2 linhas · 2 aceitas · 2 com reparo · 2 recusadas · 2 duplicadas · 2 puladas',
    'Cadastro     2/4 veículos no serviço · 2 recusados',
  ])
  expect(lines(stagesOf(1), en)[0]).toBe(
    'File         1 row · 1 accepted · 1 repaired · 1 refused · 1 duplicate · 1 skipped',
  )
})

test('what of a line may be one is said of one', () => {
  const said = (['items', 'answeredLately', 'free'] as const).flatMap((what) => [
    counted('line', what, 1, pt),
    counted('line', what, 1, en),
  ])
  expect(said.join(', ')).toBe(
    '1 item, 1 item, 1 resposta na última hora, 1 answer in the last hour, 1 livre, 1 free',
  )
})

test('a retry that asks about nothing says that it goes on with what is approved', () => {
  const nothing = { askedAgain: 0, unanswered: 0, askedMax: 3 }
  expect([pt, en].map(({ say }) => retryNotes(nothing, say).join('\n'))).toEqual([
    expect.stringContaining('foi aprovado é pedido'),
    expect.stringContaining('is approved is ordered'),
  ])
})

test('proposals and orders are counted by their debts, both without fees', () => {
  const consulted = { ...stagesOf(1), consultations: { ...stagesOf(1).consultations, members: 2 } }
  expect(lines(consulted, pt).at(-1)).toBe(
    'Pedidos      1 proposto (R$ 150,00 em débitos) · 1 aprovado · 1 feito (R$ 100,00 em débitos) · ' +
      '1 pago',
  )
  expect(lines(consulted, en).at(-1)).toBe(
    'Orders       1 proposed (R$ 150.00 of debts) · 1 approved · 1 placed (R$ 100.00 of debts) · ' +
      '1 paid',
  )
})

test('a night says that it waits for orders alone, once nothing else is to come', () => {
  const { consultations: none, ...stages } = stagesOf(1)
  const said = (asked: number, follows: boolean) => {
    const consultations = { ...none, members: 2, asked }
    const setting = { output: pt, zone: 'America/Sao_Paulo', finish: undefined, follows }
    return stageLines({ ...stages, consultations }, setting).at(-1)?.text
  }
  expect(said(0, true)).toMatch(/^Espera       pagamento ou baixa de pedidos, lidos até o fim/)
  expect([said(1, true), said(0, false)].join()).not.toContain('Espera')
})

test('a checked file: its counts, its columns by their names, many rows of one reason', () => {
  const counts = { read: 1, accepted: 0, repaired: 0, rejected: 1, duplicate: 1, skipped: 0 }
  expect([countLine({ counts }, pt), countLine({ counts }, en)]).toEqual([
    '1 linha: 0 aceitas, 0 com reparo, 1 recusada, 1 duplicada, 0 puladas',
    '1 row: 0 accepted, 0 repaired, 1 refused, 1 duplicate, 0 skipped',
  ])
  const understood = {
    container: { kind: 'xlsx', sheet: 'Frota' },
    encoding: { name: 'utf-8', bom: false },
    delimiter: ';',
    quote: '"',
    lineEnd: '\n',
    confidence: 1,
    headerLine: 1,
    columns: { plate: 'Placa', costCentre: 'Filial' },
    warnings: [],
  } as unknown as Parameters<typeof understoodLines>[0]
  const columns = (output: typeof pt) => understoodLines(understood, { defaults: {} }, output)[1]
  expect([columns(pt), columns(en)]).toEqual([
    'Colunas: placa = Placa, centro de custo = Filial',
    'Columns: plate = Placa, cost centre = Filial',
  ])
  const issue = { code: 'R-UF', column: 'Estado', value: 'XX' } as const
  const many = { rejects: true, issue, lines: [2, 3], count: 1204 }
  const line = (output: typeof pt) => problemLines([many], output)[1]
  expect([line(pt), line(en)]).toEqual([
    '  1.204 linhas (2, 3, …), Estado, por exemplo "XX": XX não é uma UF. Use a sigla do estado, ' +
      'por exemplo SP. (R-UF)',
    '  1,204 rows (2, 3, …), Estado, for instance "XX": XX is not a Brazilian state. Use its two ' +
      'letters, for example SP. (R-UF)',
  ])
})

test('one new vehicle of a watched folder', () => {
  const done = {
    read: 1,
    accepted: 1,
    repaired: 0,
    rejected: 0,
    duplicate: 1,
    vehiclesAdded: 1,
    vehiclesChanged: 1,
    vehiclesMissing: 0,
  }
  const event = { kind: 'done', name: 'frota.csv', fleet: 'principal', isKnown: false, done }
  expect(inboxLine(event as unknown as InboxEvent, pt)).toBe(
    'principal · frota.csv: importado: 1 linha · 1 aceita · 1 duplicada · 1 novo · 1 alterado',
  )
})
