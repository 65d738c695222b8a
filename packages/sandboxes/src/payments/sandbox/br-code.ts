/** Content of a Pix QR code (BR Code: EMV merchant-presented QR with the central bank's fields). */
export interface BrCode {
  /** URL at which the payer's bank reads the charge, without `https://`; at most 77 characters. */
  readonly location: string;
  /** Amount of the charge, in centavos. */
  readonly amount: number;
  readonly merchantName: string;
  readonly merchantCity: string;
  /** Reference of the charge; optional in a dynamic code, because its location contains the reference. */
  readonly transactionId?: string;
}

/**
 * Encodes the "Pix copia e cola" text of a dynamic charge. Names lose their accents and are shortened to the lengths
 * that banks accept (25 and 15 characters).
 */
export function encodeBrCode(brCode: BrCode): string {
  const fields = [
    encodeField('00', '01'),
    encodeField('01', '12'),
    encodeField('26', encodeField('00', 'br.gov.bcb.pix') + encodeField('25', brCode.location)),
    encodeField('52', '0000'),
    encodeField('53', '986'),
    encodeField(
      '54',
      `${Math.trunc(brCode.amount / 100)}.${String(brCode.amount % 100).padStart(2, '0')}`,
    ),
    encodeField('58', 'BR'),
    encodeField('59', toAsciiText(brCode.merchantName, 25)),
    encodeField('60', toAsciiText(brCode.merchantCity, 15)),
    encodeField('62', encodeField('05', brCode.transactionId ?? '***')),
  ];
  const payload = `${fields.join('')}6304`;
  return payload + crc16(payload).toString(16).toUpperCase().padStart(4, '0');
}

/** Computes the CRC-16/CCITT-FALSE of an ASCII text: polynomial 0x1021, initial value 0xFFFF, not reflected. */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    }
    crc &= 0xffff;
  }
  return crc;
}

function encodeField(fieldId: string, value: string): string {
  if (value.length > 99) throw new RangeError(`field ${fieldId} is longer than 99 characters`);
  return fieldId + String(value.length).padStart(2, '0') + value;
}

function toAsciiText(text: string, maxLength: number): string {
  const ascii = text.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  return ascii.slice(0, maxLength).trim();
}
