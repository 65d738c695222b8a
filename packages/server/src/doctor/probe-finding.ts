import type { ProbeResult } from '../modules/health/index.ts';
import { type Finding, failedFinding, passedFinding } from '../platform/findings.ts';

/** Converts the result of a health probe into a finding. */
export function toProbeFinding({ state, text, facts = [] }: ProbeResult): Finding {
  const factText = facts
    .flatMap((fact) => ('value' in fact ? [`${fact.label}: ${fact.value}.`] : []))
    .join(' ');
  if (state === 'ok') return passedFinding(factText ? `${text} ${factText}` : text);
  const [summary = text, ...todo] = text.split(': ');
  return failedFinding(
    factText ? `${summary}. ${factText}` : `${summary}.`,
    capitalize(todo.join(': ')),
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
