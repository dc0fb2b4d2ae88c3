/**
 * How a journal's file looks, as data: record types, separated or of fixed width, encoding, and the
 * forms of dates and amounts. Three are shipped; an accountant's file may hold one of its own.
 */
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { closedWord } from '../../../contract/scalar.ts'
import { strict } from '../../../option-file.ts'

export const FIELD_SOURCES = [
  'day',
  'amount',
  'debit',
  'credit',
  'historyNumber',
  'history',
  'costCentreDebit',
  'costCentreCredit',
  'lot',
  'cnpj',
  'order',
  'line',
  'count',
  'total',
  /** Of the accounting program: the company's code, and whose name the entries bear. */
  'company',
  'user',
  /** The month's first and last day. */
  'from',
  'to',
] as const
export type FieldSource = (typeof FIELD_SOURCES)[number]

const WIDTH_MAX = 1_000
const TEXT_MAX = 200

const Field = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
    source: Type.Optional(closedWord(FIELD_SOURCES)),
    /** Stands in place of a source. */
    text: Type.Optional(Type.String({ maxLength: WIDTH_MAX })),
    width: Type.Optional(Type.Integer({ minimum: 1, maximum: WIDTH_MAX })),
    align: Type.Optional(closedWord(['left', 'right'])),
    pad: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  },
  strict,
)
export type LayoutField = Static<typeof Field>

const Record = Type.Array(Field, { minItems: 1, maxItems: 40 })

export const Layout = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: TEXT_MAX }),
    source: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
    form: closedWord(['separated', 'fixed']),
    separator: Type.Optional(closedWord([';', ',', '|', '\t'])),
    encoding: closedWord(['utf-8', 'utf-8-bom', 'windows-1252']),
    lineEnd: closedWord(['crlf', 'lf']),
    decimal: closedWord([',', '.', 'none']),
    date: closedWord(['dd/mm/yyyy', 'yyyy-mm-dd', 'ddmmyyyy']),
    /** A first line with the titles of the detail's fields. */
    titles: Type.Optional(Type.Boolean()),
    header: Type.Optional(Record),
    detail: Record,
    trailer: Type.Optional(Record),
  },
  strict,
)
export type Layout = Static<typeof Layout>

const calimaFields = [
  { title: 'Data', source: 'day' },
  { title: 'Valor', source: 'amount' },
  { title: 'Conta Débito', source: 'debit' },
  { title: 'Conta Crédito', source: 'credit' },
  { title: 'Nº Histórico', source: 'historyNumber' },
  { title: 'Histórico', source: 'history' },
  { title: 'Centro de Custo Débito', source: 'costCentreDebit' },
  { title: 'Centro de Custo Crédito', source: 'costCentreCredit' },
  { title: 'Nº Lote', source: 'lot' },
] as const

export const LAYOUTS = {
  calima: {
    name: 'calima',
    source: 'Calima ERP Contábil, importação de lançamentos por CSV (columns of domain/brazil.md)',
    form: 'separated',
    separator: ';',
    encoding: 'windows-1252',
    lineEnd: 'crlf',
    decimal: ',',
    date: 'dd/mm/yyyy',
    titles: true,
    detail: [...calimaFields],
  },
  dominio: {
    name: 'dominio',
    source: 'suporte.quarta.com.br, contábil, layout 19, as published; not tried in the program',
    form: 'fixed',
    encoding: 'windows-1252',
    lineEnd: 'crlf',
    decimal: 'none',
    date: 'dd/mm/yyyy',
    header: [
      { text: '01' },
      { source: 'company', width: 7, align: 'right', pad: '0' },
      { source: 'cnpj', width: 14 },
      { source: 'from', width: 10 },
      { source: 'to', width: 10 },
      { text: 'N' },
      { text: '01' },
      { text: '00000' },
      { text: '1' },
    ],
    detail: [
      { text: '02' },
      { source: 'line', width: 7, align: 'right', pad: '0' },
      { source: 'day', width: 10 },
      { source: 'amount', width: 15, align: 'right', pad: '0' },
      { source: 'debit', width: 7, align: 'right', pad: '0' },
      { source: 'credit', width: 7, align: 'right', pad: '0' },
      { source: 'history', width: 512 },
      { text: '12' },
      { source: 'user', width: 30 },
    ],
    trailer: [{ text: '9'.repeat(100) }],
  },
  generic: {
    name: 'generic',
    source: 'every field, for a mapping of your own (Contabiit, Alterdata)',
    form: 'separated',
    separator: ';',
    encoding: 'utf-8-bom',
    lineEnd: 'crlf',
    decimal: ',',
    date: 'dd/mm/yyyy',
    titles: true,
    detail: [
      ...calimaFields,
      { title: 'CNPJ', source: 'cnpj' },
      { title: 'Pedido', source: 'order' },
    ],
  },
} as const satisfies Readonly<Record<string, Layout>>

/** What stands above each field where entries are shown. */
export function headingsOf({ detail }: Layout): string[] {
  return detail.map(({ title, source, text }) => title ?? source ?? text ?? '')
}

/** Of a manifest; undefined where it names none. */
export function layoutIn(value: unknown): Layout | undefined {
  return Check(Layout, value) ? value : undefined
}
