import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address in its /64 network; a client chooses the others freely. */
const NETWORK_GROUPS = 4;

/**
 * The key that a limit counts an address by: an IPv4 address itself, also when mapped into IPv6
 * (`::ffff:…`), or the /64 of an IPv6 address. Everything else (a proxy may send `unknown`) shares one key.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || isIP(ip) === 0) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, NETWORK_GROUPS), 0, 0, 0, 0]);
  return `${network}/64`;
}
