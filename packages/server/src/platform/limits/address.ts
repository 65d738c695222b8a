import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Number of 16-bit groups that form the /64 network of an IPv6 address; a client can choose the other groups freely.
 */
const NETWORK_GROUPS = 4;

/**
 * The key under which rate limits count an address: an IPv4 address itself, also when mapped into IPv6 (`::ffff:…`), or
 * the /64 network of an IPv6 address. All other values (a proxy may send `unknown`) share one key.
 */
export function addressKey(ipAddress: string | undefined): string {
  if (ipAddress === undefined || isIP(ipAddress) === 0) return 'unknown';
  const address = ipaddr.process(ipAddress);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, NETWORK_GROUPS), 0, 0, 0, 0]);
  return `${network}/64`;
}

/**
 * Normalises an address: an IPv4 address that is mapped into IPv6 (`::ffff:…`) becomes a plain IPv4 address. A value
 * that is no address (a proxy may send anything) becomes `unknown`.
 */
export function plainAddress(ipAddress: string): string {
  const version = isIP(ipAddress);
  // IPv4 addresses have one form only, so most requests skip the parser.
  if (version === 4) return ipAddress;
  return version === 0 ? 'unknown' : ipaddr.process(ipAddress).toString();
}
