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
  open(cutConnection: () => void): MemoryUse;
  /** Bytes used by all connections. */
  readonly total: number;
}

/** State of the budget: the limits in bytes, the open connections, and the bytes that they use in total. */
interface BudgetState {
  readonly perConnection: number;
  readonly inTotal: number;
  readonly connections: Set<ConnectionMemory>;
  total: number;
}

/**
 * Counts the memory of one connection. It is a class, because closures created for each connection would use memory
 * themselves.
 */
class ConnectionMemory implements MemoryUse {
  bytes = 0;
  readonly budget: BudgetState;
  readonly cutConnection: () => void;

  constructor(budget: BudgetState, cutConnection: () => void) {
    this.budget = budget;
    this.cutConnection = cutConnection;
  }

  add(bytes: number): void {
    const { budget } = this;
    if (!budget.connections.has(this)) return;
    this.bytes += bytes;
    budget.total += bytes;
    if (this.bytes > budget.perConnection) this.cut();
    else if (budget.total > budget.inTotal) largestOf(budget.connections)?.cut();
  }

  fits(bytes: number): boolean {
    return this.budget.total + bytes <= this.budget.inTotal;
  }

  end(): void {
    if (this.budget.connections.delete(this)) this.budget.total -= this.bytes;
  }

  cut(): void {
    this.end();
    setImmediate(this.cutConnection);
  }
}

function largestOf(connections: Iterable<ConnectionMemory>): ConnectionMemory | null {
  let largest: ConnectionMemory | null = null;
  for (const connection of connections)
    if (connection.bytes > (largest?.bytes ?? 0)) largest = connection;
  return largest;
}

/**
 * Closes a connection that uses more than `perConnection` bytes, and the largest connection when all together use more than
 * `inTotal`. Connections are closed in a later turn of the event loop, because a broadcast may be iterating over them.
 */
export function createMemoryBudget(
  limits: Pick<BudgetState, 'perConnection' | 'inTotal'>,
): MemoryBudget {
  const budget: BudgetState = { ...limits, connections: new Set(), total: 0 };
  return {
    open: (cutConnection) => {
      const memory = new ConnectionMemory(budget, cutConnection);
      budget.connections.add(memory);
      return memory;
    },
    get total() {
      return budget.total;
    },
  };
}
