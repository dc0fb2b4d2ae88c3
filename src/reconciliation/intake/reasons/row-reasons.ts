import type { Bilingual } from '../../../bilingual.ts'

/**
 * What people read about a row, as data. R- rejects it; W- tells what was repaired or looks odd.
 * `{value}`, `{repaired}`, `{suggestion}`, `{column}` and `{otherLine}` are those of the issue.
 */

export const ROW_REASONS = {
  'R-EMPTY': {
    pt: '{column} está em branco. Preencha.',
    en: '{column} is empty. Fill it in.',
  },
  'R-MERGED': {
    pt:
      '{column} está em células mescladas com a linha de cima ({value}). Desfaça a mescla e ponha ' +
      'o valor de cada veículo na sua linha.',
    en:
      '{column} is in cells merged with the row above ({value}). Unmerge them and put each ' +
      'vehicle’s value into its row.',
  },
  'R-NUL': {
    pt: '{column} tem bytes nulos. Digite o valor de novo.',
    en: '{column} has NUL bytes. Type the value again.',
  },
  'R-ENC': {
    pt: '{column} tem caracteres ilegíveis. Digite o valor de novo e salve como CSV UTF-8.',
    en: '{column} has unreadable characters. Type the value again and save as CSV UTF-8.',
  },
  'R-RTL': {
    pt: '{column} tem caracteres que invertem a ordem do texto. Digite o valor de novo.',
    en: '{column} has characters that reverse the text. Type the value again.',
  },
  'R-CONFUSABLE': {
    pt: '{column} tem letras de outro alfabeto, parecidas com as nossas. Digite o valor de novo.',
    en: '{column} has letters of another alphabet that look like ours. Type the value again.',
  },
  'R-PLATE': {
    pt: '{value} não é uma placa. Use ABC1234 ou ABC1D23.',
    en: '{value} is not a plate. Use ABC1234 or ABC1D23.',
  },
  'R-PLACEHOLDER': {
    pt: '{value} é uma placa de mentira. Ponha a placa do veículo.',
    en: '{value} is a made-up plate. Enter the vehicle’s plate.',
  },
  'R-RENAVAM': {
    pt: '{value} não é um RENAVAM. Use só os algarismos do documento do veículo.',
    en: '{value} is not a RENAVAM. Use only the digits on the vehicle’s document.',
  },
  'R-RENAVAM-LENGTH': {
    pt: '{value} não tem de 9 a 11 algarismos. Confira o RENAVAM no documento do veículo.',
    en: '{value} does not have 9 to 11 digits. Check the RENAVAM on the vehicle’s document.',
  },
  'R-REPEATED': {
    pt: '{column} repete um só algarismo. Ponha o número verdadeiro.',
    en: '{column} repeats one digit. Enter the true number.',
  },
  'R-DV': {
    pt: 'O dígito verificador do RENAVAM {value} não confere. Confira no documento do veículo.',
    en: 'The check digit of the RENAVAM {value} is wrong. Check the vehicle’s document.',
  },
  'R-SCI-LOST': {
    pt:
      'A planilha trocou o número por {value} e perdeu algarismos. Formate a coluna como ' +
      'texto e digite de novo.',
    en:
      'The spreadsheet turned the number into {value} and lost digits. Format the column ' +
      'as text and type it again.',
  },
  'R-DOC': {
    pt: '{column} não é um CPF nem um CNPJ. Confira o documento do proprietário.',
    en: '{column} is neither a CPF nor a CNPJ. Check the owner’s document.',
  },
  'R-DOC-TEXT': {
    pt: '{value} não é um documento. Ponha o CPF ou CNPJ do proprietário (no leasing, o do banco).',
    en: '{value} is not a document. Enter the owner’s CPF or CNPJ (for a lease, the bank’s).',
  },
  'R-DOC-AMBIGUOUS': {
    pt: '{column} perdeu zeros e não dá para saber se é CPF ou CNPJ. Digite-o inteiro.',
    en: '{column} lost zeros and may be a CPF or a CNPJ. Type it in full.',
  },
  'R-DOC-DV': {
    pt: 'Os dígitos verificadores de {column} não conferem. Confira o documento.',
    en: 'The check digits of {column} are wrong. Check the document.',
  },
  'R-UF': {
    pt: '{value} não é uma UF. Use a sigla do estado, por exemplo SP.',
    en: '{value} is not a Brazilian state. Use its two letters, for example SP.',
  },
  'R-SPLIT': {
    pt: '{value} não traz placa e UF. Escreva ABC1D23/SP, ou dê uma coluna a cada uma.',
    en: '{value} has no plate and state. Write ABC1D23/SP, or give each a column.',
  },
  'R-UF-DIFFERS': {
    pt: 'A UF é {value}, e junto da placa está {suggestion}. Deixe só a certa.',
    en: 'The state is {value}, and the one beside the plate {suggestion}. Leave the right one.',
  },
  'R-COLS': {
    pt:
      'Células nesta linha: {value}; no cabeçalho: {suggestion}. Ponha entre aspas o texto ' +
      'que tem separador, ou complete a linha.',
    en:
      'Cells in this row: {value}; in the header: {suggestion}. Quote the text that holds a ' +
      'delimiter, or complete the row.',
  },
  'R-SLIPPED': {
    pt:
      '{column} está em branco, e o valor parece estar em outra coluna ou na linha seguinte. Ponha ' +
      'cada valor na sua coluna.',
    en:
      '{column} is empty, and its value seems to be in another column or in the next line. Put ' +
      'each value into its own column.',
  },
  'R-SWAPPED': {
    pt:
      '{column} e o documento do proprietário parecem trocados: cada um confere na coluna do ' +
      'outro. Destroque-os.',
    en:
      '{column} and the owner’s document seem to be swapped: each holds in the column of the ' +
      'other. Swap them back.',
  },
  'R-QUOTE': {
    pt:
      'As aspas abertas na linha {otherLine} não se fecham nela, e não dá para saber onde esta ' +
      'linha acaba. Apague-as, ou feche-as na mesma linha.',
    en:
      'The quotes opened in line {otherLine} are not closed there, so where this row ends cannot ' +
      'be known. Delete them, or close them in the same line.',
  },
  'R-TABLE': {
    pt:
      'Na linha {otherLine} começa outra tabela, com outras colunas. Ponha-a em um arquivo só ' +
      'dela, ou nas colunas da primeira.',
    en:
      'Another table begins in line {otherLine}, with other columns. Put it into a file of its ' +
      'own, or into the columns of the first.',
  },
  'R-CONFLICT-PLATE': {
    pt: 'O mesmo RENAVAM está na linha {otherLine} com outra placa. Deixe só a certa.',
    en: 'The same RENAVAM is in line {otherLine} with another plate. Leave the right one.',
  },
  'R-CONFLICT-RENAVAM': {
    pt: 'A mesma placa está na linha {otherLine} com outro RENAVAM. Deixe só o certo.',
    en: 'The same plate is in line {otherLine} with another RENAVAM. Leave the right one.',
  },
  'R-CONFLICT-UF': {
    pt: 'O mesmo veículo está na linha {otherLine} em outra UF. Deixe só a certa.',
    en: 'The same vehicle is in line {otherLine} in another state. Leave the right one.',
  },
  'R-CONFLICT-OWNER': {
    pt: 'O mesmo veículo está na linha {otherLine} com outro proprietário. Deixe só o certo.',
    en: 'The same vehicle is in line {otherLine} with another owner. Leave the right one.',
  },
  'W-SCI': {
    pt: 'A notação científica {value} tinha todos os algarismos: {repaired}.',
    en: 'The scientific notation {value} had all digits: {repaired}.',
  },
  'W-ZEROPAD': {
    pt: 'Zeros à esquerda foram repostos: {value} > {repaired}.',
    en: 'Zeros in front were put back: {value} > {repaired}.',
  },
  'W-FMT': {
    pt: 'A formatação foi retirada: {value} > {repaired}.',
    en: 'Formatting was removed: {value} > {repaired}.',
  },
  'W-DV': {
    pt: 'O dígito verificador do RENAVAM {value} não confere; o órgão decide.',
    en: 'The check digit of the RENAVAM {value} is wrong; the authority decides.',
  },
  'W-PROVISIONAL': {
    pt: 'O RENAVAM {value} é provisório: dá para consultar, não para pagar.',
    en: 'The RENAVAM {value} is provisional: it can be consulted, not paid.',
  },
  'W-PLATE': {
    pt: 'A placa foi normalizada: {value} > {repaired}.',
    en: 'The plate was normalized: {value} > {repaired}.',
  },
  'W-PLATE-GUESS': {
    pt:
      'A placa {value} foi lida como {repaired}: só essa é possível, e o RENAVAM confere. ' +
      'Confira no documento do veículo.',
    en:
      'The plate {value} was read as {repaired}: no other is possible, and the RENAVAM holds. ' +
      'Check the vehicle’s document.',
  },
  'W-MERCOSUL': {
    pt: 'O mesmo veículo está na linha {otherLine} com a placa na outra forma; ficou aquela linha.',
    en: 'The same vehicle is in line {otherLine} with the other form of its plate; that row stays.',
  },
  'W-DOC': {
    pt: 'A pontuação do documento foi retirada: {value}.',
    en: 'The punctuation of the document was removed: {value}.',
  },
  'W-DOC-DV': {
    pt: 'Os dígitos verificadores de {value} não conferem; o serviço decide.',
    en: 'The check digits of {value} are wrong; the service decides.',
  },
  'W-DOC-PAD': {
    pt: 'Zeros à esquerda do documento foram repostos: {repaired}.',
    en: 'Zeros in front of the document were put back: {repaired}.',
  },
  'W-UF': {
    pt: 'O estado foi abreviado: {value} > {repaired}.',
    en: 'The state was abbreviated: {value} > {repaired}.',
  },
  'W-SPLIT': {
    pt: 'A célula tem dois valores: de {value} foi lido {repaired}.',
    en: 'The cell holds two values: of {value}, {repaired} was read.',
  },
  'W-CTRL': {
    pt: 'Caracteres invisíveis foram retirados de {column}.',
    en: 'Invisible characters were removed from {column}.',
  },
  'W-NEWLINE': {
    pt: 'Quebras de linha em {column} viraram espaços.',
    en: 'Line ends in {column} became spaces.',
  },
  'W-MOJIBAKE': {
    pt: 'A acentuação de {column} foi restaurada: {value} > {repaired}.',
    en: 'The accents of {column} were restored: {value} > {repaired}.',
  },
  'W-FORMULA': {
    pt: '{column} começa como uma fórmula; fica como texto.',
    en: '{column} begins like a formula; it stays text.',
  },
  'W-NULL': {
    pt: '{value} em {column} foi lido como vazio.',
    en: '{value} in {column} was read as empty.',
  },
  'W-MERGED': {
    pt: '{column} está em células mescladas: {value}, da linha de cima, vale aqui também.',
    en: '{column} is in merged cells: {value}, of the row above, counts here too.',
  },
  'W-DUP': {
    pt: 'O mesmo veículo já está na linha {otherLine}; esta linha não conta.',
    en: 'The same vehicle is already in line {otherLine}; this row does not count.',
  },
  'W-FOOTER': {
    pt: 'Linha de rodapé ou total: pulada.',
    en: 'A footer or total: skipped.',
  },
  'W-SUBTOTAL': {
    pt: 'Linha de total entre veículos: pulada.',
    en: 'A total between vehicles: skipped.',
  },
  'W-GROUP': {
    pt: 'Linha de grupo ou título entre veículos: pulada.',
    en: 'A group or title between vehicles: skipped.',
  },
  'W-PAGE': {
    pt: 'Linha de página impressa (cabeçalho, rodapé, traço): pulada.',
    en: 'A line of a printed page (head, foot, rule): skipped.',
  },
  'W-HEADER-AGAIN': {
    pt: 'O cabeçalho repetido: pulado.',
    en: 'The header once more: skipped.',
  },
  'W-BLANK': {
    pt: 'Linha em branco: pulada.',
    en: 'A blank line: skipped.',
  },
  'W-ROW-QUOTED': {
    pt: 'A linha inteira estava entre aspas e foi lida por dentro.',
    en: 'The whole row was in quotes and was read from inside.',
  },
} as const satisfies Record<`${'R' | 'W'}-${string}`, Bilingual>

export type RowIssueCode = keyof typeof ROW_REASONS
