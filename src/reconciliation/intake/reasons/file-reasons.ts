import { bothOf } from '../../../bilingual.ts'
import { WORKBOOK_REFUSALS, WORKBOOK_WARNINGS } from './workbook-reasons.ts'

/**
 * What people read about a whole file, as data. F- refuses it; W- only says something. `{name}` is
 * a fact of the case. Each says what is wrong and the cure.
 */

export const REFUSALS = bothOf({
  ...WORKBOOK_REFUSALS,
  'F-EMPTY': [
    'O arquivo está vazio. Envie uma planilha (CSV, XLSX ou ODS) com uma linha de cabeçalho e ' +
      'um veículo por linha.',
    'The file is empty. Send a spreadsheet (CSV, XLSX or ODS) with a header line and one ' +
      'vehicle per line.',
  ],
  'F-TOO-LARGE': [
    'O arquivo passa do limite de {limit} bytes. Divida-o em arquivos menores.',
    'The file is over the limit of {limit} bytes. Split it into smaller files.',
  ],
  'F-ROWS': [
    'O arquivo passa de {limit} linhas. Divida-o em arquivos menores.',
    'The file has more than {limit} rows. Split it into smaller files.',
  ],
  'F-BINARY': [
    'Isto não é CSV, XLSX, ODS nem tabela HTML, e sim {kind}. No Excel, abra-o e use Arquivo > ' +
      'Salvar como > "Pasta de Trabalho do Excel (.xlsx)"; no LibreOffice, Arquivo > Salvar como > ' +
      '"Excel 2007-365 (.xlsx)"; em outro programa, salve como "CSV UTF-8". Se a planilha está ' +
      'dentro dele, extraia-a antes.',
    'This is no CSV, XLSX, ODS or HTML table but {kind}. In Excel, open it and use File > Save As ' +
      '> "Excel Workbook (.xlsx)"; in LibreOffice, File > Save As > "Excel 2007-365 (.xlsx)"; in ' +
      'another program, save as "CSV UTF-8". If the spreadsheet is inside it, extract it first.',
  ],
  'F-EXCEL-XML': [
    'Isto é uma planilha XML do Excel 2003. Abra-a no Excel (se ele avisar que o formato e a ' +
      'extensão não conferem, responda Sim) e use Arquivo > Salvar como > "Pasta de Trabalho do ' +
      'Excel (.xlsx)". No LibreOffice, troque antes a extensão do arquivo por .xml.',
    'This is an XML spreadsheet of Excel 2003. Open it in Excel (if it warns that format and ' +
      'extension do not match, answer Yes) and use File > Save As > "Excel Workbook (.xlsx)". In ' +
      'LibreOffice, first change the file’s extension to .xml.',
  ],
  'F-DIALECT': [
    'Não dá para saber se as colunas são separadas por {first} ou {second}. Ponha ' +
      'sep={first} na primeira linha.',
    'Columns may be parted by {first} or by {second}. Put sep={first} into the first line.',
  ],
  'F-HEADER': [
    'Cabeçalho não encontrado: faltam {missing}. A linha {line} é parecida com: {sample}. Ponha ' +
      'os nomes das colunas na primeira linha, por exemplo placa;renavam;uf;cpf_cnpj;apelido, ou ' +
      'diga as posições com --map plate=#1,renavam=#2,uf=#3,ownerDocument=#4.',
    'No header found: {missing} missing. Line {line} looks like: {sample}. Put column names ' +
      'into the first line, for example plate,renavam,uf,owner_document,nickname, or tell their ' +
      'places with --map plate=#1,renavam=#2,uf=#3,ownerDocument=#4.',
  ],
  'F-MISSING-COLUMN': [
    'O cabeçalho da linha {line} não tem {missing}. Acrescente a coluna, indique-a com ' +
      '--map, ou dê um valor para o arquivo todo (--uf, --owner-document).',
    'The header in line {line} has no {missing}. Add the column, name it with --map, or ' +
      'give one value for the whole file (--uf, --owner-document).',
  ],
  'F-AMBIGUOUS-COLUMN': [
    'Mais de uma coluna pode ser {name}: {candidates}. Escolha uma ({choices}).',
    'More than one column may be {name}: {candidates}. Choose one ({choices}).',
  ],
  'F-DRIVER-DOCUMENT': [
    'A coluna {column} está ao lado de {driver}: parece ser do motorista, não do proprietário. ' +
      'Se for do proprietário: --map {choice}; se não, diga o dele com --owner-document.',
    'The column {column} stands beside {driver}: it seems to be of the driver, not of the owner. ' +
      "If it is the owner's: --map {choice}; if not, give the owner's with --owner-document.",
  ],
  'F-SWAPPED': [
    '{first} e {second} parecem trocadas: em {count} de {rows} linhas cada uma tem os valores da ' +
      'outra. Confira e repita com as colunas certas (--map {map}).',
    '{first} and {second} seem to be swapped: in {count} of {rows} rows each has the values of ' +
      'the other. Check and repeat with the right columns (--map {map}).',
  ],
  'F-DUPLICATE-COLUMN': [
    'A coluna {column} aparece duas vezes com valores diferentes (linha {line}). Apague ' +
      'uma delas.',
    'The column {column} appears twice with different values (line {line}). Delete one.',
  ],
  'F-COLUMNS': [
    'A linha {line} tem {count} colunas; o limite é {limit}. Apague as que não são do ' +
      'cadastro.',
    'Line {line} has {count} columns; the limit is {limit}. Delete those that do not belong.',
  ],
  'F-RECORD': [
    'A linha {line} passa de {limit} caracteres. Encurte-a; em um CSV, confira as aspas e as ' +
      'quebras de linha dela.',
    'Line {line} is over {limit} characters. Shorten it; in a CSV, check its quotes and line ' +
      'ends.',
  ],
  'F-CELL': [
    'Uma célula da linha {line} passa de {limit} caracteres. Encurte-a.',
    'A cell of line {line} is over {limit} characters. Shorten it.',
  ],
  'F-QUOTE': [
    'As aspas abertas na linha {line} não se fecham nela, e não dá para saber onde as linhas do ' +
      'arquivo acabam. Apague-as ou feche-as, veja se há outras assim, e envie de novo.',
    'The quotes opened in line {line} are not closed there, so where the rows of the file end ' +
      'cannot be known. Delete or close them, look for others like them, and send the file again.',
  ],
  'F-ABOVE-HEADER': [
    'A linha {line} parece ser de um veículo e está acima do cabeçalho (linha {header}). Ponha ' +
      'os veículos todos abaixo dele, nas mesmas colunas, ou cada tabela em um arquivo.',
    'Line {line} looks like a vehicle’s and stands above the header (line {header}). Put all ' +
      'vehicles below it, in the same columns, or each table into a file of its own.',
  ],
  'F-ENC': [
    'O cabeçalho (linha {line}) tem caracteres ilegíveis. Salve de novo como "CSV UTF-8".',
    'The header (line {line}) has unreadable characters. Save again as "CSV UTF-8".',
  ],
  'F-NUL': [
    'O cabeçalho (linha {line}) tem bytes nulos. Salve de novo como "CSV UTF-8".',
    'The header (line {line}) has NUL bytes. Save again as "CSV UTF-8".',
  ],
  'F-CHANGED': [
    'O arquivo mudou enquanto era lido. Espere a gravação terminar e tente de novo.',
    'The file changed while it was read. Wait until it is written and try again.',
  ],
  'F-MAP': [
    'Nenhuma coluna é {header} (--map {field}). O arquivo tem {count} colunas: ' +
      '{headers}. Indique uma delas pelo nome, ou pela posição (#1 é a primeira).',
    'No column is {header} (--map {field}). The file has {count} columns: {headers}. ' +
      'Name one of them, or its place (#1 is the first).',
  ],
  'F-PROPOSALS': [
    'Este arquivo não é um proposals.csv: faltam as colunas {missing} (linha {line}). Use o ' +
      'arquivo que frota orders propose gravou, com todas as colunas dele.',
    'This file is no proposals.csv: the columns {missing} are missing (line {line}). Use the ' +
      'file that frota orders propose wrote, with all its columns.',
  ],
  'F-PROPOSALS-SHEETS': [
    'O arquivo tem as abas {sheets}, e só uma decide. Deixe nele só a das propostas.',
    'The file has the sheets {sheets}, and one alone decides. Keep that of the proposals only.',
  ],
  'F-DEFAULT-UF': [
    'A UF dada para o arquivo todo não existe. Use a sigla, por exemplo --uf PE.',
    'The UF given for the whole file does not exist. Use its letters, as in --uf PE.',
  ],
  'F-DEFAULT-OWNER': [
    'O CPF ou CNPJ dado para o arquivo todo não é válido. Confira --owner-document.',
    'The CPF or CNPJ given for the whole file is not valid. Check --owner-document.',
  ],
})

export type RefusalCode = keyof typeof REFUSALS

export const FILE_WARNINGS = bothOf({
  ...WORKBOOK_WARNINGS,
  'W-SEP': [
    'A primeira linha diz que o separador é {delimiter}.',
    'The first line says that the delimiter is {delimiter}.',
  ],
  'W-FIXED': [
    'O arquivo não tem separador: as {count} colunas foram lidas pelos lugares em que ficam nas ' +
      'linhas. O arquivo conferido é um CSV com ponto e vírgula.',
    'The file has no delimiter: its {count} columns were read by their places in the lines. The ' +
      'checked file is a CSV with semicolons.',
  ],
  'W-ENC': [
    'O arquivo está em {encoding} e foi lido assim.',
    'The file is in {encoding} and was read so.',
  ],
  'W-ENC-DOUBT': [
    'Os acentos podem ser outros: lido como "{sample}" (Windows-1252); em CP850 seria "{other}". ' +
      'Se o primeiro estiver errado, salve o arquivo de novo como "CSV UTF-8".',
    'The accents may be others: read as "{sample}" (Windows-1252); in CP850 it would be "{other}". ' +
      'If the first is wrong, save the file again as "CSV UTF-8".',
  ],
  'W-ENC-MIXED': [
    'O arquivo mistura codificações: {bytes} bytes ilegíveis. As linhas atingidas são ' +
      'recusadas.',
    'The file mixes encodings: {bytes} unreadable bytes. The rows they touch are rejected.',
  ],
  'W-NO-HEADER': [
    'O arquivo não tem cabeçalho: as {count} colunas foram lidas pela posição (--map). ' +
      'Confira se a primeira linha é de um veículo.',
    'The file has no header: its {count} columns were read by their places (--map). ' +
      'Check that the first line is a vehicle’s.',
  ],
  'W-MAP': [
    'Colunas lembradas de um arquivo anterior da frota: {columns}. --map none as esquece.',
    'Columns remembered from an earlier file of the fleet: {columns}. --map none forgets them.',
  ],
  'W-MAP-UNUSED': [
    'Colunas lembradas que este arquivo não tem, e por isso não usadas: {columns}.',
    'Remembered columns that this file does not have, and so were not used: {columns}.',
  ],
  'W-TWO-LINES': [
    'O cabeçalho ocupa as linhas {first} e {second}, lidas juntas.',
    'The header fills the lines {first} and {second}, which were read as one.',
  ],
  'W-PREAMBLE': [
    'Linhas puladas antes do cabeçalho: {count}.',
    'Lines skipped before the header: {count}.',
  ],
  'W-EXTRA': [
    'Colunas fora do cadastro, guardadas como estão ({count}): {columns}.',
    'Other columns, kept as they are ({count}): {columns}.',
  ],
  'W-GONE': [
    'Colunas da planilha anterior da frota que esta não tem: {columns}. O que havia nelas fica ' +
      'como estava. Das colunas fora do cadastro, vehicles.csv só traz as desta planilha.',
    'Columns of the fleet’s file before that this one does not have: {columns}. What was in them ' +
      'stays as it was. Of other columns, vehicles.csv has only those of this file.',
  ],
  'W-DUP-HEADER': [
    'A coluna {column} aparece duas vezes, com os mesmos valores.',
    'The column {column} appears twice, with the same values.',
  ],
  'W-ALIAS': [
    'Para {name} foi usada a coluna {column}; {others} fica como extra (para trocar: {choice}).',
    'For {name} the column {column} was taken; {others} stays as an extra (to change it: {choice}).',
  ],
})

export type FileWarningCode = keyof typeof FILE_WARNINGS
