/**
 * Creates a limit of `max` things under way at a time for each key, such as answers to one address. The returned
 * function begins one: it returns the function that ends it, to be called once, or null when `max` are under way.
 */
export function createConcurrencyLimit(max: number): (key: string) => (() => void) | null {
  const counts = new Map<string, number>();
  return (key) => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return null;
    counts.set(key, count + 1);
    return () => {
      const remainingCount = (counts.get(key) ?? 1) - 1;
      if (remainingCount === 0) counts.delete(key);
      else counts.set(key, remainingCount);
    };
  };
}
