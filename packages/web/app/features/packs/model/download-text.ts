import type { PackDownload } from '@guilda/contract/services/packs';

const kindVerbs: Record<PackDownload['kind'], string> = {
  view: 'Abriu',
  file: 'Salvou',
  zip: 'Salvou',
};

/** An entry of the download log: `Salvou capa.png · 3 vezes`. */
export function downloadText({ kind, name, count }: PackDownload): string {
  const target = kind === 'zip' ? 'o pacote inteiro' : name;
  const countText = count > 1 ? ` · ${count} vezes` : '';
  return `${kindVerbs[kind]} ${target}${countText}`;
}
