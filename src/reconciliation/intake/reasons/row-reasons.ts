import { bothOf } from '../../../bilingual.ts'

/**
 * What people read about a row, as data. R- rejects it; W- tells what was repaired or looks odd.
 * `{value}`, `{repaired}`, `{suggestion}`, `{column}` and `{otherLine}` are those of the issue.
 */

export const ROW_REASONS = bothOf({
  'R-EMPTY': ['{column} está em branco. Preencha.', '{column} is empty. Fill it in.'],
  'R-MERGED': [
    '{column} está em células mescladas com a linha de cima ({value}). Desfaça a mescla e ponha ' +
      'o valor de cada veículo na sua linha.',
    '{column} is in cells merged with the row above ({value}). Unmerge them and put each ' +
      'vehicle’s value into its row.',
  ],
  'R-NUL': [
    '{column} tem bytes nulos. Digite o valor de novo.',
    '{column} has NUL bytes. Type the value again.',
  ],
  'R-ENC': [
    '{column} tem caracteres ilegíveis. Digite o valor de novo e salve como CSV UTF-8.',
    '{column} has unreadable characters. Type the value again and save as CSV UTF-8.',
  ],
  'R-RTL': [
    '{column} tem caracteres que invertem a ordem do texto. Digite o valor de novo.',
    '{column} has characters that reverse the text. Type the value again.',
  ],
  'R-CONFUSABLE': [
    '{column} tem letras de outro alfabeto, parecidas com as nossas. Digite o valor de novo.',
    '{column} has letters of another alphabet that look like ours. Type the value again.',
  ],
  'R-PLATE': [
    '{value} não é uma placa. Use ABC1234 ou ABC1D23.',
    '{value} is not a plate. Use ABC1234 or ABC1D23.',
  ],
  'R-PLACEHOLDER': [
    '{value} é uma placa de mentira. Ponha a placa do veículo.',
    '{value} is a made-up plate. Enter the vehicle’s plate.',
  ],
  'R-RENAVAM': [
    '{value} não é um RENAVAM. Use só os algarismos do documento do veículo.',
    '{value} is not a RENAVAM. Use only the digits on the vehicle’s document.',
  ],
  'R-RENAVAM-LENGTH': [
    '{value} não tem de 9 a 11 algarismos. Confira o RENAVAM no documento do veículo.',
    '{value} does not have 9 to 11 digits. Check the RENAVAM on the vehicle’s document.',
  ],
  'R-REPEATED': [
    '{column} repete um só algarismo. Ponha o número verdadeiro.',
    '{column} repeats one digit. Enter the true number.',
  ],
  'R-DV': [
    'O dígito verificador do RENAVAM {value} não confere. Confira no documento do veículo.',
    'The check digit of the RENAVAM {value} is wrong. Check the vehicle’s document.',
  ],
  'R-SCI-LOST': [
    'A planilha trocou o número por {value} e perdeu algarismos. Formate a coluna como ' +
      'texto e digite de novo.',
    'The spreadsheet turned the number into {value} and lost digits. Format the column ' +
      'as text and type it again.',
  ],
  'R-DOC': [
    '{column} não é um CPF nem um CNPJ. Confira o documento do proprietário.',
    '{column} is neither a CPF nor a CNPJ. Check the owner’s document.',
  ],
  'R-DOC-TEXT': [
    '{value} não é um documento. Ponha o CPF ou CNPJ do proprietário (no leasing, o do banco).',
    '{value} is not a document. Enter the owner’s CPF or CNPJ (for a lease, the bank’s).',
  ],
  'R-DOC-AMBIGUOUS': [
    '{column} perdeu zeros e não dá para saber se é CPF ou CNPJ. Digite-o inteiro.',
    '{column} lost zeros and may be a CPF or a CNPJ. Type it in full.',
  ],
  'R-DOC-DV': [
    'Os dígitos verificadores de {column} não conferem. Confira o documento.',
    'The check digits of {column} are wrong. Check the document.',
  ],
  'R-UF': [
    '{value} não é uma UF. Use a sigla do estado, por exemplo SP.',
    '{value} is not a Brazilian state. Use its two letters, for example SP.',
  ],
  'R-SPLIT': [
    '{value} não traz placa e UF. Escreva ABC1D23/SP, ou dê uma coluna a cada uma.',
    '{value} has no plate and state. Write ABC1D23/SP, or give each a column.',
  ],
  'R-UF-DIFFERS': [
    'A UF é {value}, e junto da placa está {suggestion}. Deixe só a certa.',
    'The state is {value}, and the one beside the plate {suggestion}. Leave the right one.',
  ],
  'R-COLS': [
    'Células nesta linha: {value}; no cabeçalho: {suggestion}. Ponha entre aspas o texto ' +
      'que tem separador, ou complete a linha.',
    'Cells in this row: {value}; in the header: {suggestion}. Quote the text that holds a ' +
      'delimiter, or complete the row.',
  ],
  'R-SLIPPED': [
    '{column} está em branco, e o valor parece estar em outra coluna ou na linha seguinte. Ponha ' +
      'cada valor na sua coluna.',
    '{column} is empty, and its value seems to be in another column or in the next line. Put ' +
      'each value into its own column.',
  ],
  'R-SWAPPED': [
    '{column} e o documento do proprietário parecem trocados: cada um confere na coluna do ' +
      'outro. Destroque-os.',
    '{column} and the owner’s document seem to be swapped: each holds in the column of the ' +
      'other. Swap them back.',
  ],
  'R-QUOTE': [
    'As aspas abertas na linha {otherLine} não se fecham nela, e não dá para saber onde esta ' +
      'linha acaba. Apague-as, ou feche-as na mesma linha.',
    'The quotes opened in line {otherLine} are not closed there, so where this row ends cannot ' +
      'be known. Delete them, or close them in the same line.',
  ],
  'R-TABLE': [
    'Na linha {otherLine} começa outra tabela, com outras colunas. Ponha-a em um arquivo só ' +
      'dela, ou nas colunas da primeira.',
    'Another table begins in line {otherLine}, with other columns. Put it into a file of its ' +
      'own, or into the columns of the first.',
  ],
  'R-CONFLICT-PLATE': [
    'O mesmo RENAVAM está na linha {otherLine} com outra placa. Deixe só a certa.',
    'The same RENAVAM is in line {otherLine} with another plate. Leave the right one.',
  ],
  'R-CONFLICT-RENAVAM': [
    'A mesma placa está na linha {otherLine} com outro RENAVAM. Deixe só o certo.',
    'The same plate is in line {otherLine} with another RENAVAM. Leave the right one.',
  ],
  'R-CONFLICT-UF': [
    'O mesmo veículo está na linha {otherLine} em outra UF. Deixe só a certa.',
    'The same vehicle is in line {otherLine} in another state. Leave the right one.',
  ],
  'R-CONFLICT-OWNER': [
    'O mesmo veículo está na linha {otherLine} com outro proprietário. Deixe só o certo.',
    'The same vehicle is in line {otherLine} with another owner. Leave the right one.',
  ],
  'R-CONFLICT-FLEET': [
    'Na frota, ou em outra da conta, a placa é do RENAVAM {suggestion}, fora do arquivo. Confira no ' +
      'documento do veículo; se o certo é {value}, tire antes o outro: frota vehicle remove PLACA.',
    'In this or another fleet of the account the plate is of the RENAVAM {suggestion}, not in the file. ' +
      'Check the vehicle’s document; if {value} is right, take the other one out before: ' +
      'frota vehicle remove PLATE.',
  ],
  'W-SCI': [
    'A notação científica {value} tinha todos os algarismos: {repaired}.',
    'The scientific notation {value} had all digits: {repaired}.',
  ],
  'W-ZEROPAD': [
    'Zeros à esquerda foram repostos: {value} > {repaired}.',
    'Zeros in front were put back: {value} > {repaired}.',
  ],
  'W-FMT': [
    'A formatação foi retirada: {value} > {repaired}.',
    'Formatting was removed: {value} > {repaired}.',
  ],
  'W-DV': [
    'O dígito verificador do RENAVAM {value} não confere; o órgão decide.',
    'The check digit of the RENAVAM {value} is wrong; the authority decides.',
  ],
  'W-PROVISIONAL': [
    'O RENAVAM {value} é provisório: dá para consultar, não para pagar.',
    'The RENAVAM {value} is provisional: it can be consulted, not paid.',
  ],
  'W-PLATE': [
    'A placa foi normalizada: {value} > {repaired}.',
    'The plate was normalized: {value} > {repaired}.',
  ],
  'W-PLATE-GUESS': [
    'A placa {value} foi lida como {repaired}: só essa é possível, e o RENAVAM confere. ' +
      'Confira no documento do veículo.',
    'The plate {value} was read as {repaired}: no other is possible, and the RENAVAM holds. ' +
      'Check the vehicle’s document.',
  ],
  'W-MERCOSUL': [
    'O mesmo veículo está na linha {otherLine} com a placa na outra forma; ficou aquela linha.',
    'The same vehicle is in line {otherLine} with the other form of its plate; that row stays.',
  ],
  'W-DOC': [
    'A pontuação do documento foi retirada: {value}.',
    'The punctuation of the document was removed: {value}.',
  ],
  'W-DOC-DV': [
    'Os dígitos verificadores de {value} não conferem; o serviço decide.',
    'The check digits of {value} are wrong; the service decides.',
  ],
  'W-DOC-PAD': [
    'Zeros à esquerda do documento foram repostos: {repaired}.',
    'Zeros in front of the document were put back: {repaired}.',
  ],
  'W-UF': [
    'O estado foi abreviado: {value} > {repaired}.',
    'The state was abbreviated: {value} > {repaired}.',
  ],
  'W-SPLIT': [
    'A célula tem dois valores: de {value} foi lido {repaired}.',
    'The cell holds two values: of {value}, {repaired} was read.',
  ],
  'W-CTRL': [
    'Caracteres invisíveis foram retirados de {column}.',
    'Invisible characters were removed from {column}.',
  ],
  'W-NEWLINE': [
    'Quebras de linha em {column} viraram espaços.',
    'Line ends in {column} became spaces.',
  ],
  'W-MOJIBAKE': [
    'A acentuação de {column} foi restaurada: {value} > {repaired}.',
    'The accents of {column} were restored: {value} > {repaired}.',
  ],
  'W-LONG': [
    '{column} passa de 120 caracteres; o resto foi tirado: {repaired}.',
    '{column} has more than 120 characters; the rest was left out: {repaired}.',
  ],
  'W-FORMULA': [
    '{column} começa como uma fórmula; fica como texto.',
    '{column} begins like a formula; it stays text.',
  ],
  'W-NULL': ['{value} em {column} foi lido como vazio.', '{value} in {column} was read as empty.'],
  'W-MERGED': [
    '{column} está em células mescladas: {value}, da linha de cima, vale aqui também.',
    '{column} is in merged cells: {value}, of the row above, counts here too.',
  ],
  'W-DUP': [
    'O mesmo veículo já está na linha {otherLine}; esta linha não conta.',
    'The same vehicle is already in line {otherLine}; this row does not count.',
  ],
  'W-DUP-DIFFERS': [
    '{column} do mesmo veículo é "{suggestion}" na linha {otherLine} e "{value}" aqui. Deixe só ' +
      'a linha certa.',
    '{column} of the same vehicle is "{suggestion}" in line {otherLine} and "{value}" here. Leave ' +
      'the right row only.',
  ],
  'W-FOOTER': ['Linha de rodapé ou total: pulada.', 'A footer or total: skipped.'],
  'W-SUBTOTAL': ['Linha de total entre veículos: pulada.', 'A total between vehicles: skipped.'],
  'W-GROUP': [
    'Linha de grupo ou título entre veículos: pulada.',
    'A group or title between vehicles: skipped.',
  ],
  'W-PAGE': [
    'Linha de página impressa (cabeçalho, rodapé, traço): pulada.',
    'A line of a printed page (head, foot, rule): skipped.',
  ],
  'W-HEADER-AGAIN': ['O cabeçalho repetido: pulado.', 'The header once more: skipped.'],
  'W-BLANK': ['Linha em branco: pulada.', 'A blank line: skipped.'],
  'W-ROW-QUOTED': [
    'A linha inteira estava entre aspas e foi lida por dentro.',
    'The whole row was in quotes and was read from inside.',
  ],
})

export type RowIssueCode = keyof typeof ROW_REASONS
