/**
 * Pure. Code page 850, in which programs of MS-DOS days write Portuguese. No file is read by it: it
 * gives a person the second reading of a letter that Windows-1252 does not explain.
 */
const HIGH = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ',
  'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀',
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
].join('')

export function decodeCp850(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : HIGH.charAt(byte - 0x80),
  ).join('')
}

/** é â ç ê í ó ú ã: in Windows-1252 these bytes are signs that no Portuguese word has inside. */
const LETTERS: ReadonlySet<number> = new Set([0x82, 0x83, 0x87, 0x88, 0xa1, 0xa2, 0xa3, 0xc6])

/** Whether the byte is a letter of a word in this code page and a sign in Windows-1252. */
export function isLetterOfCp850(byte: number, before: number | undefined): boolean {
  return LETTERS.has(byte) && before !== undefined && isAsciiLetter(before)
}

function isAsciiLetter(byte: number): boolean {
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
