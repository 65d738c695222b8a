import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16, encodeBrCode } from './br-code.ts';

/** Parses a sequence of EMV fields into values by field id; throws when a length does not match. */
function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  let unparsedText = text;
  while (unparsedText !== '') {
    const length = Number(unparsedText.slice(2, 4));
    if (!Number.isInteger(length) || unparsedText.length < 4 + length)
      throw new Error(`broken at ${unparsedText}`);
    fields[unparsedText.slice(0, 2)] = unparsedText.slice(4, 4 + length);
    unparsedText = unparsedText.slice(4 + length);
  }
  return fields;
}

const pixCharge = {
  location: 'pix.example.com/qr/93598be0',
  amount: 4500,
  merchantName: 'Guilda',
  merchantCity: 'São Paulo',
};

describe('BR Code', () => {
  it('has the check value of CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe(0x29b1);
  });

  it('matches the example that the central bank publishes', () => {
    const code = encodeBrCode({
      location: 'bx.com.br/pix/8b3da2f3-9a41-40d1-a91a-bd93113bd441',
      amount: 12_345,
      merchantName: 'Fulano de Tal',
      merchantCity: 'BRASILIA',
      transactionId: 'RP12345678-2019',
    });
    expect(code).toBe(
      '00020101021226720014br.gov.bcb.pix2550bx.com.br/pix/8b3da2f3-9a41-40d1-a91a-bd93113bd441' +
        '5204000053039865406123.455802BR5913Fulano de Tal6008BRASILIA62190515RP12345678-2019630445C8',
    );
  });

  it('contains every field that a dynamic charge needs', () => {
    const fields = fieldsOf(encodeBrCode(pixCharge));
    expect(fields).toMatchObject({
      '00': '01',
      '01': '12',
      '52': '0000',
      '53': '986',
      '54': '45.00',
      '58': 'BR',
      '59': 'Guilda',
      '60': 'Sao Paulo',
    });
    expect(fieldsOf(fields['26'] ?? '')).toEqual({
      '00': 'br.gov.bcb.pix',
      '25': pixCharge.location,
    });
    expect(fieldsOf(fields['62'] ?? '')).toEqual({ '05': '***' });
  });

  it('writes centavos exactly, whatever the amount, and parses back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.string(), (amount, merchantName) => {
        const code = encodeBrCode({ ...pixCharge, amount, merchantName });
        const fields = fieldsOf(code);
        expect(Math.round(Number(fields['54']) * 100)).toBe(amount);
        expect(fields['54']).toMatch(/^\d+\.\d{2}$/);
        expect(Number.parseInt(fields['63'] ?? '', 16)).toBe(crc16(code.slice(0, -4)));
      }),
    );
  });

  it('refuses values that do not fit into a field', () => {
    expect(() => encodeBrCode({ ...pixCharge, location: 'x'.repeat(100) })).toThrow(RangeError);
  });
});
