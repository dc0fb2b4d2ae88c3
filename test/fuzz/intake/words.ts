/** Cells that have troubled readers of spreadsheets, as data. All documents are made up. */

export const HEADERS: readonly string[] = [
  'placa;renavam;uf;cpf_cnpj;apelido',
  'placa;renavam;uf;cpf_cnpj;apelido;cor',
  'Placa*;Renavam (11 dígitos);Estado;CPF/CNPJ;Prefixo;Centro de Custo;',
  'plate;renavam;state;owner_document;nickname',
  'placa;renavam',
]

const PLATES = 'ABC1C34|abc-1234|DEF5G67|ＤＥＦ５Ｇ６７|GHI 2345|АВС1234|ABC12O4|ABCIO34|ZZZ-0000|ß'
const RENAVAMS =
  '00639884962|639884962|26827649960.0|26827649960|01284762677|6,39884962E+8|1,23457E+10|1e5|' +
  '\'00965904008|="01315049861"|00000000000|90000000008|0063988496.2|529.982.247-25'
const STATES = 'SP|rj|São Paulo|SÃ£o Paulo|Buenos Aires|Federal District|ＲＪ|uf'
const DOCUMENTS =
  '11222333000181|11.222.333/0001-81|52998224725|1234567890|12abc34501de35|11222333000182|' +
  '529982247–25|1,1222333000181E+13|ISENTO|LEASING|11222333000181 '
const LABELS =
  'Van 1|Caminhão|CaminhÃ£o|=1+1|@SUM(A1)|-10,00|a"b|"|""|a;b|a,b|{value}|{line}|$&|Total|' +
  'Total de veículos: 2|NULL|#N/D|-|😀|\\|undefined|__proto__|constructor|sep=,|frota_status'
const ODD =
  ' |\u00a0|\u200b|\u202e|\uFEFF|\uFFFD|\t|\0|\u0007|\u0085|\u2028|Ã|é|é|ﬁ|ı|İ|𝟏|١|－|\ud800'

function words(text: string): readonly string[] {
  return text.split('|')
}

export const COLUMNS: readonly (readonly string[])[] = [
  words(PLATES),
  words(RENAVAMS),
  words(STATES),
  words(DOCUMENTS),
  words(LABELS),
]

export const ODDITIES: readonly string[] = ['', ...words(ODD)]

export const ALL_WORDS: readonly string[] = [...COLUMNS.flat(), ...ODDITIES]

export const BREAKS: readonly string[] =
  // Delimiters, mostly; spaces part the words here, so none of them is one.
  '; ; ; ; , \t " "" \n \r\n \r | \' \\ ;;;; \n\n'.split(' ')
