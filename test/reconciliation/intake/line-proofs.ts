/**
 * Of lines of the table in docs/intake.md, the tests that prove what no fixture shows: a file, and
 * the beginnings of the names of its tests.
 */
export const lineProofs: Readonly<Record<string, readonly string[]>> = {
  '18': ['test/sheets/workbook/xlsx-cells.test.ts · formats of zeros'],
  '29': ['test/reconciliation/intake/rows.test.ts · a default of the file'],
  '30': [
    'test/reconciliation/intake/rows.test.ts · a row at the end that tells a vehicle',
    'test/reconciliation/intake/rows.test.ts · a row at the end that tells none · below the header',
    'test/reconciliation/intake/rows.test.ts · a file without',
  ],
  '33': ['test/reconciliation/intake/refused-files.test.ts · 33 a text'],
  '34': [
    'test/reconciliation/intake/refused-files.test.ts · 34 more than · 34 two stray · 34 a row',
    'test/reconciliation/intake/refused-files.test.ts · 34 a title',
    'test/reconciliation/intake/refused-files.test.ts · 34 a quote left open in the header',
  ],
  '36': [
    'test/reconciliation/intake/refused-files.test.ts · 36 a giant',
    'test/sheets/csv/giant-records.test.ts · a record over',
  ],
  '37': [
    'test/reconciliation/intake/refused-files.test.ts · 37 too many',
    'test/console/flow.test.ts · a file that passes',
  ],
  '41': ['test/reconciliation/intake/conflicts.test.ts · at most one row'],
  '42': [
    'test/reconciliation/intake/next-file.test.ts · a plate of the fleet · a RENAVAM that was',
  ],
  '43b': [
    'test/reconciliation/intake/import-fleet.test.ts · nobody is removed while the file',
    'test/reconciliation/intake/import-fleet.test.ts · nobody is removed while a skipped',
    'test/reconciliation/intake/import-fleet.test.ts · nobody is removed while two stray',
    'test/cli/vehicle-words.test.ts · who holds a removal back',
    'test/end-to-end/small-fleet.test.ts · a new file changes',
  ],
  '44': ['test/reconciliation/vehicles/register.test.ts · a vehicle that is there · a new owner'],
  '45': ['test/ledger/vehicles/vehicle-changes.test.ts · the same rows'],
  '46': ['test/sheets/csv/write-csv.test.ts · a formula in a text · any name reads'],
  '47': ['test/sheets/csv/write-csv.test.ts · a formula in a text'],
  '48': [
    'test/sheets/workbook/html-book.test.ts · any rows of text · %s is refused',
    'test/reconciliation/intake/workbook/judged-workbook.test.ts · is judged as a CSV',
    'test/sheets/workbook/hostile.test.ts · ten gigabytes behind · a password',
    'test/reconciliation/intake/refused-files.test.ts · 48 %s under · 48 the XML',
  ],
  '54': [
    'test/console/reading.test.ts · any name of a file',
    'test/console/flow.test.ts · an upload is kept',
  ],
  '55': [
    'test/reconciliation/intake/refused-files.test.ts · 55 a file',
    'test/console/reading.test.ts · an upload that is cut',
  ],
}
