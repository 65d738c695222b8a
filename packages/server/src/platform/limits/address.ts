import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name a network, a /64; the rest its owner chooses freely. */
const NETWORK_GROUPS = 4;

/**
 * What a limit counts an address as: an IPv4 address as itself, also where it is written inside an
 * IPv6 one (`::ffff:…`), an IPv6 address as its /64 without a zone. Everything that is no address
 * (a proxy may name a client `unknown`) counts as one.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || isIP(ip) === 0) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, NETWORK_GROUPS), 0, 0, 0, 0]);
  return `${network}/64`;
}
