/** Estimated memory use of one connection. */
export interface MemoryUse {
  /** Adds bytes to the connection's memory use; a negative number for bytes that were freed. */
  add(bytes: number): void;
  /** Whether all connections together would stay within their memory limit after adding this many bytes. */
  fits(bytes: number): boolean;
  /** Ends the accounting of a closed connection. */
  end(): void;
}

/** Limits the memory of each connection and of all connections together. */
export interface MemoryBudget {
  /** Starts accounting for a connection; `cutConnection` is called once when the connection has to be closed. */
  open(cut: () => void): MemoryUse;
  /** Bytes used by all connections. */
  readonly total: number;
}

interface MemoryAccount {
  bytes: number;
  readonly cutConnection: () => void;
}

function largestAccount(accounts: Iterable<MemoryAccount>): MemoryAccount | null {
  let found: MemoryAccount | null = null;
  for (const account of accounts) if (account.bytes > (found?.bytes ?? 0)) found = account;
  return found;
}

/**
 * Closes a connection that uses more than `perConnection` bytes, and the largest connection when all together use more than
 * `inTotal`. Connections are closed in a later turn of the event loop, because a broadcast may be iterating over them.
 */
export function createMemoryBudget({
  perConnection,
  inTotal,
}: {
  readonly perConnection: number;
  readonly inTotal: number;
}): MemoryBudget {
  const accounts = new Set<MemoryAccount>();
  let total = 0;
  const close = (account: MemoryAccount) => {
    if (accounts.delete(account)) total -= account.bytes;
  };
  const closeConnection = (account: MemoryAccount) => {
    close(account);
    setImmediate(account.cutConnection);
  };
  return {
    open: (onCut) => {
      const account: MemoryAccount = { bytes: 0, cutConnection: onCut };
      accounts.add(account);
      return {
        add: (bytes) => {
          if (!accounts.has(account)) return;
          account.bytes += bytes;
          total += bytes;
          if (account.bytes > perConnection) return closeConnection(account);
          const largest = total > inTotal ? largestAccount(accounts) : null;
          if (largest) closeConnection(largest);
        },
        fits: (bytes) => total + bytes <= inTotal,
        end: () => close(account),
      };
    },
    get total() {
      return total;
    },
  };
}
