import type { ProbeResult } from '../modules/health/index.ts';
import { type Finding, found, missing } from '../platform/findings.ts';

/** Converts the result of a health probe into a finding. */
export function findingOfProbe({ state, text, facts = [] }: ProbeResult): Finding {
  const factText = facts
    .flatMap((fact) => ('value' in fact ? [`${fact.label}: ${fact.value}.`] : []))
    .join(' ');
  if (state === 'ok') return found(factText ? `${text} ${factText}` : text);
  const [what = text, ...todo] = text.split(': ');
  return missing(factText ? `${what}. ${factText}` : `${what}.`, sentence(todo.join(': ')));
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
