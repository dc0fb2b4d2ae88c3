/** An OFX statement of September 2026 of Itaú's account 0001/12345-9. */
export function ofxFile(
  lines: readonly { id: string; day: string; amount: string; memo: string }[],
): string {
  const told = lines.map(
    ({ id, day, amount, memo }) =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}120000[-3:BRT]<TRNAMT>${amount}` +
      `<FITID>${id}<MEMO>${memo}</STMTTRN>`,
  )
  return [
    'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341',
    '<BRANCHID>0001<ACCTID>12345-9<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>',
    `<DTSTART>20260901<DTEND>20260930${told.join('')}`,
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\r\n')
}
