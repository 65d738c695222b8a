/** What `deploy/nginx.conf` leaves to whoever copies it. */
export interface ProxyPlaces {
  /** Address and port that people reach, such as `127.0.0.1:8080`. */
  readonly listen: string;
  /** Ports of the nodes on this machine. */
  readonly nodes: readonly number[];
}

const LISTEN = /^( *)listen 8080;$/gm;
const NODES = /^( *)server 127\.0\.0\.1:3001( [^;]+);\n *server 127\.0\.0\.1:3002\2;$/gm;
/** Lists of nodes in the file. */
const LISTS = 3;

/** How often each stands in the file. */
const times = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/**
 * Names nodes and address in the text of `deploy/nginx.conf` and leaves all else as it is.
 * @throws when the file does not read as expected
 */
export function fillProxy(template: string, { listen, nodes }: ProxyPlaces): string {
  if (times(template, LISTEN) !== 1 || times(template, NODES) !== LISTS) {
    throw new Error('deploy/nginx.conf does not read as it did');
  }
  return template
    .replace(LISTEN, (_, indent: string) => `${indent}listen ${listen};`)
    .replace(NODES, (_, indent: string, rules: string) =>
      nodes.map((port) => `${indent}server 127.0.0.1:${port}${rules};`).join('\n'),
    );
}
