import { createServer } from 'node:net';
import type { Config } from '../config/index.ts';
import { isPortFree } from '../platform/network/free-port.ts';
import { StartError, startAgainCommand } from './start-error.ts';

/** Number of ports that are tried to find a free one, which the error message proposes. */
const PORTS_TO_TRY = 50;

/** Finds the first free port from `firstPort` on; `firstPort` itself when all tried ports are taken. */
async function proposePort(firstPort: number): Promise<number> {
  for (let port = firstPort; port < firstPort + PORTS_TO_TRY; port += 1)
    if (await isPortFree(port)) return port;
  return firstPort;
}

async function listenErrorText(
  { port, host }: Config,
  error: NodeJS.ErrnoException,
): Promise<string> {
  if (error.code === 'EADDRINUSE') {
    const startCommand = startAgainCommand(`PORT=${await proposePort(port + 1)}`);
    return `A porta ${port} está ocupada por outro programa. Encerre-o ou escolha outra: ${startCommand}`;
  }
  if (error.code === 'EACCES') {
    const startCommand = startAgainCommand(`PORT=${await proposePort(3000)}`);
    return `Só quem administra este computador pode abrir a porta ${port}. Escolha outra: ${startCommand}`;
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `${host} não é um endereço deste computador. Corrija HOST ou apague-o.`;
  }
  return `Não foi possível abrir a porta ${port}: ${error.message}`;
}

/**
 * Returns the port to listen on: the configured one, or a free port when 0 is configured.
 * @throws StartError when the port cannot be opened
 */
export async function reservePort(config: Config): Promise<number> {
  const probe = createServer();
  const boundPort = new Promise<number>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(config.port, config.host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      probe.close(() => resolve(port));
    });
  });
  return boundPort.catch(async (error: NodeJS.ErrnoException) => {
    throw new StartError(await listenErrorText(config, error));
  });
}
