/** What one connection keeps in memory, by estimate. */
export interface Holding {
  /** Counts bytes that came; negative ones have gone. */
  add(bytes: number): void;
  /** Whether so much more may be kept now, of all connections together. */
  fits(bytes: number): boolean;
  /** Counts nothing any more. */
  end(): void;
}

/** Bounds what connections keep in memory, each and together. */
export interface MemoryBudget {
  /** Opens the account of a connection; `cut` is called once when it must go. */
  open(cut: () => void): Holding;
  /** Bytes of all connections. */
  readonly total: number;
}

interface Account {
  bytes: number;
  readonly cut: () => void;
}

function largest(accounts: Iterable<Account>): Account | null {
  let found: Account | null = null;
  for (const account of accounts) if (account.bytes > (found?.bytes ?? 0)) found = account;
  return found;
}

/**
 * Whoever keeps more than `each` is cut, and whoever keeps the most once all together keep more than
 * `all`. In a turn of its own: others may be in the middle of sending to many.
 */
export function openMemoryBudget({
  each,
  all,
}: {
  readonly each: number;
  readonly all: number;
}): MemoryBudget {
  const accounts = new Set<Account>();
  let total = 0;
  const close = (account: Account) => {
    if (accounts.delete(account)) total -= account.bytes;
  };
  const cut = (account: Account) => {
    close(account);
    setImmediate(account.cut);
  };
  return {
    open: (onCut) => {
      const account: Account = { bytes: 0, cut: onCut };
      accounts.add(account);
      return {
        add: (bytes) => {
          if (!accounts.has(account)) return;
          account.bytes += bytes;
          total += bytes;
          if (account.bytes > each) return cut(account);
          const most = total > all ? largest(accounts) : null;
          if (most) cut(most);
        },
        fits: (bytes) => total + bytes <= all,
        end: () => close(account),
      };
    },
    get total() {
      return total;
    },
  };
}
