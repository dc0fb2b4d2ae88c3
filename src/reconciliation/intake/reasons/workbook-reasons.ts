/** What people read about a workbook as a whole, as data; the other half of file-reasons.ts. */

export const WORKBOOK_REFUSALS = {
  'F-WORKBOOK-BYTES': [
    'A planilha passa do limite de {limit} MB. Copie só a tabela da frota para uma planilha ' +
      'nova, sem imagens nem outras abas, ou salve como "CSV UTF-8".',
    'The workbook is over the limit of {limit} MB. Copy only the table of the fleet into a new ' +
      'one, without pictures or other sheets, or save it as "CSV UTF-8".',
  ],
  'F-WORKBOOK-INFLATED': [
    'Descompactada, a planilha passa de {limit} MB. Copie só a tabela da frota para uma ' +
      'planilha nova (linhas vazias com formatação também contam), ou salve como "CSV UTF-8".',
    'Unpacked, the workbook is over {limit} MB. Copy only the table of the fleet into a new one ' +
      '(empty rows with formats count, too), or save it as "CSV UTF-8".',
  ],
  'F-WORKBOOK-RATIO': [
    'Uma parte da planilha ({part}) cresce mais de {limit} vezes ao descompactar, o que uma ' +
      'tabela não faz. Copie só a tabela da frota para uma planilha nova, ou salve como ' +
      '"CSV UTF-8".',
    'A part of the workbook ({part}) grows more than {limit} times when it is unpacked, which ' +
      'no table does. Copy only the table of the fleet into a new one, or save it as "CSV UTF-8".',
  ],
  'F-WORKBOOK-STRINGS': [
    'A planilha tem mais de {limit} textos. Copie só a tabela da frota para uma planilha nova, ' +
      'ou salve como "CSV UTF-8".',
    'The workbook has more than {limit} texts. Copy only the table of the fleet into a new one, ' +
      'or save it as "CSV UTF-8".',
  ],
  'F-WORKBOOK-ENTRIES': [
    'A planilha tem {count} partes; o limite é {limit}. Copie só a tabela da frota para uma ' +
      'planilha nova.',
    'The workbook has {count} parts; the limit is {limit}. Copy only the table of the fleet into ' +
      'a new one.',
  ],
  'F-WORKBOOK-CUT': [
    'A planilha (XLSX ou ODS) está incompleta: falta o fim do arquivo. Copie-a ou baixe-a de ' +
      'novo; se o Excel ou o LibreOffice a abrir, salve de novo, ou como "CSV UTF-8".',
    'The workbook (XLSX or ODS) is not complete: its end is missing. Copy or download it ' +
      'again; if Excel or LibreOffice opens it, save it again, or as "CSV UTF-8".',
  ],
  'F-WORKBOOK-DAMAGED': [
    'A planilha está danificada ({part}). Abra-a no Excel ou no LibreOffice e salve de novo, ' +
      'ou salve como "CSV UTF-8".',
    'The workbook is damaged ({part}). Open it in Excel or LibreOffice and save it again, or ' +
      'save it as "CSV UTF-8".',
  ],
  'F-WORKBOOK-DTD': [
    'A planilha define entidades em {part}, o que nenhum Excel grava e não é lido aqui por ' +
      'segurança. Abra-a no Excel ou no LibreOffice e salve de novo.',
    'The workbook declares entities in {part}, which no Excel writes and is not read here for ' +
      'safety. Open it in Excel or LibreOffice and save it again.',
  ],
  'F-ENCRYPTED': [
    'A planilha está protegida por senha. Abra-a, tire a senha de abertura (Arquivo > ' +
      'Informações > Proteger) e salve de novo.',
    'The workbook is protected by a password. Open it, take the password away (File > Info > ' +
      'Protect) and save it again.',
  ],
  'F-SHEET': [
    'A planilha não tem a aba {sheet}. As abas são: {sheets}. Escolha com --sheet.',
    'The workbook has no sheet {sheet}. Its sheets are: {sheets}. Choose with --sheet.',
  ],
  'F-SHEET-GONE': [
    'A planilha não tem a aba {sheet}, lembrada de um arquivo anterior da frota. As abas são: ' +
      '{sheets}. Escolha com --sheet, ou dê à aba da frota o nome de antes.',
    'The workbook has no sheet {sheet}, which is remembered from an earlier file of the fleet. Its ' +
      'sheets are: {sheets}. Choose with --sheet, or give the fleet’s sheet its former name.',
  ],
  'F-TABLES': [
    'Mais de uma tabela da página pode ser a da frota: {sheets}. Escolha com --sheet, ou salve ' +
      'todas numa planilha só.',
    'More than one table of the page may be the fleet’s: {sheets}. Choose with --sheet, or save ' +
      'them in one spreadsheet.',
  ],
  'F-UNCOMPUTED': [
    'Há fórmulas sem resultado em {columns} (células: {count}, a primeira na linha {line}): o ' +
      'programa que gravou a planilha não as calculou. Abra-a no Excel ou no LibreOffice, salve e ' +
      'envie de novo.',
    'There are formulas without a result in {columns} (cells: {count}, the first in line {line}): ' +
      'the program that wrote the workbook did not compute them. Open it in Excel or LibreOffice, ' +
      'save it and send it again.',
  ],
  'F-SHEET-EMPTY': [
    'A aba {sheet} está vazia. As abas são: {sheets}. Escolha com --sheet.',
    'The sheet {sheet} is empty. The sheets are: {sheets}. Choose with --sheet.',
  ],
} as const

export const WORKBOOK_WARNINGS = {
  'W-SHEETS': [
    'Só a aba {sheet} foi lida. Não foram lidas: {others}. Escolha com --sheet.',
    'Only the sheet {sheet} was read. Not read: {others}. Choose with --sheet.',
  ],
  'W-MAP-SHEET': [
    'Só a aba {sheet}, lembrada de um arquivo anterior da frota, foi lida. Não foram lidas: ' +
      '{others}. Escolha com --sheet; --map none a esquece.',
    'Only the sheet {sheet}, remembered from an earlier file of the fleet, was read. Not read: ' +
      '{others}. Choose with --sheet; --map none forgets it.',
  ],
  'W-HIDDEN': [
    'O que está oculto na aba (filtro ou "ocultar"; linhas: {rows}, colunas: {columns}) foi ' +
      'lido como o resto. Apague-o se não é da frota.',
    'What is hidden in the sheet (a filter, or "hide"; rows: {rows}, columns: {columns}) was ' +
      'read like the rest. Delete it if it does not belong to the fleet.',
  ],
  'W-COMPUTED': [
    'Há fórmulas em {columns} (células: {count}, a primeira na linha {line}): vale o resultado ' +
      'que a planilha guardou ao ser salva.',
    'There are formulas in {columns} (cells: {count}, the first in line {line}): what counts is ' +
      'the result that the workbook kept when it was saved.',
  ],
  'W-UNCOMPUTED': [
    'Há fórmulas sem resultado em {columns} (células: {count}, a primeira na linha {line}), lidas ' +
      'como vazias. Abra a planilha no Excel ou no LibreOffice e salve-a, para que tenham valor.',
    'There are formulas without a result in {columns} (cells: {count}, the first in line {line}), ' +
      'read as empty. Open the workbook in Excel or LibreOffice and save it, to give them values.',
  ],
} as const
