import type { MixEntry } from './load-generator-client.ts';

/**
 * Creates a function that returns the next entry of a mix. Each entry comes as often as its weight says, and as evenly
 * as possible: every entry collects its weight in each step, and the one that has collected the most is next.
 */
export function createActionSequence(mix: readonly MixEntry[]): () => MixEntry {
  const totalWeight = mix.reduce((sum, { weight }) => sum + weight, 0);
  const credits = mix.map(() => 0);
  return () => {
    let next = 0;
    for (const [index, { weight }] of mix.entries()) {
      credits[index] = (credits[index] ?? 0) + weight;
      if ((credits[index] ?? 0) > (credits[next] ?? 0)) next = index;
    }
    credits[next] = (credits[next] ?? 0) - totalWeight;
    const entry = mix[next];
    if (!entry) throw new Error('there is nothing to do');
    return entry;
  };
}
