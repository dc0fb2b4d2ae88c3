import type { Container, Refused } from '../judged.ts'

/** A header that is not found in a workbook may stand on another sheet, so the refusal says which. */

const NAMES_CHARACTERS_MAX = 200

export function nameSheets({ refused }: Refused, container: Container): Refused {
  if (container.kind === 'csv' || container.sheets.length < 2) return { refused }
  const { sheet, sheets } = container
  const names = sheets.join(', ').slice(0, NAMES_CHARACTERS_MAX)
  const { pt, en } = refused.message
  return {
    refused: {
      ...refused,
      message: {
        pt: `${pt} Foi lida a aba ${sheet}; as abas são: ${names}. Escolha com --sheet.`,
        en: `${en} The sheet ${sheet} was read; the sheets are: ${names}. Choose with --sheet.`,
      },
    },
  }
}
