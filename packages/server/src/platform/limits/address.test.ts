import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addressKey } from './address.ts';

const groupArbitrary = () => fc.integer({ min: 0, max: 0xffff });
const groupsArbitrary = (length: number) =>
  fc.array(groupArbitrary(), { minLength: length, maxLength: length });
const toHexText = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');
/** Generates the network half of an address in 2000::/3, the block of all global unicast addresses. */
const networkArbitrary = () =>
  fc
    .tuple(fc.integer({ min: 0x2000, max: 0x3fff }), groupsArbitrary(3))
    .map(([one, rest]) => [one, ...rest]);

describe('addressKey', () => {
  it('is the same for every address of a /64, however it is written', () => {
    fc.assert(
      fc.property(
        networkArbitrary(),
        groupsArbitrary(4),
        groupsArbitrary(4),
        (prefix, firstHost, secondHost) => {
          const key = addressKey(toHexText([...prefix, ...firstHost]));
          expect(addressKey(toHexText([...prefix, ...secondHost]))).toBe(key);
          expect(addressKey(toHexText([...prefix, ...secondHost]).toUpperCase())).toBe(key);
          expect(addressKey(`${toHexText(prefix)}::`)).toBe(key);
          expect(addressKey(`${toHexText([...prefix, ...firstHost])}%eth0`)).toBe(key);
        },
      ),
    );
  });

  it('differs for another /64', () => {
    fc.assert(
      fc.property(
        networkArbitrary(),
        networkArbitrary(),
        groupsArbitrary(4),
        (firstNetwork, secondNetwork, host) => {
          fc.pre(toHexText(firstNetwork) !== toHexText(secondNetwork));
          expect(addressKey(toHexText([...firstNetwork, ...host]))).not.toBe(
            addressKey(toHexText([...secondNetwork, ...host])),
          );
        },
      ),
    );
  });

  it('is the IPv4 address itself, also inside an IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
        expect(addressKey(address)).toBe(address);
        expect(addressKey(`::ffff:${address}`)).toBe(address);
        expect(addressKey(`::FFFF:${toHexText([a * 256 + b, c * 256 + d])}`)).toBe(address);
        expect(addressKey(`0:0:0:0:0:ffff:${toHexText([a * 256 + b, c * 256 + d])}`)).toBe(address);
      }),
    );
  });

  test.each([
    ['2001:db8:0:42:1:2:3:4', '2001:db8:0:42::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['203.0.113.7', '203.0.113.7'],
  ])('of %s is %s', (address, key) => expect(addressKey(address)).toBe(key));

  it('is the same for all texts that are no address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\da-f.:]/i.test(text));
        expect(addressKey(text)).toBe('unknown');
      }),
    );
    const invalidAddresses = [
      undefined,
      '',
      'unknown',
      '_hidden',
      '1.2.3.4:80',
      '1.2.3',
      '0x7f.1',
      '::1::',
    ];
    for (const invalidAddress of invalidAddresses)
      expect(addressKey(invalidAddress)).toBe('unknown');
  });
});
