import type { PackDownload } from '@guilda/contract/packs';

const verbs: Record<PackDownload['kind'], string> = {
  view: 'Abriu',
  file: 'Salvou',
  zip: 'Salvou',
};

/** What the buyer of a pack did: `Salvou capa.png · 3 vezes`. */
export function downloadText({ kind, name, count }: PackDownload): string {
  const what = kind === 'zip' ? 'o pacote inteiro' : name;
  const often = count > 1 ? ` · ${count} vezes` : '';
  return `${verbs[kind]} ${what}${often}`;
}
