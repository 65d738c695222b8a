import { stringify } from 'csv-stringify/sync';

/** Byte order mark at the beginning of a file, by which spreadsheet programs recognise UTF-8. */
export const UTF8_BOM = '\ufeff';

/** Formats 123456 centavos as `1234,56`, which spreadsheet programs in Portuguese read as a number. */
function amountCell(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/**
 * CSV in the format of spreadsheet programs in Portuguese. Texts that such a program would execute as a formula are
 * escaped, because other people can choose the titles of services. Amounts are not escaped, so that they stay numbers
 * with their sign.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      delimiter: ';',
      record_delimiter: '\r\n',
      escape_formulas: true,
      cast: { number: amountCell },
    },
  );
}
