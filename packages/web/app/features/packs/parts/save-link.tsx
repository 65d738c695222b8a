import type { Pack } from '@guilda/contract/packs';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { givesFile, saveFrom } from '../../../lib/saving.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { toast } from '../../../ui/toast.ts';
import { type OpenPack, useOpenPack } from '../data/pack-context.ts';
import { hasEnded } from '../model/freshness.ts';

interface SaveLinkProps {
  /** What of the pack is saved. */
  address: (pack: Pack) => string | undefined;
  className?: string | undefined;
  /** Accessible name, where the words inside do not do. */
  label?: string | undefined;
  children: ReactNode;
}

/** An address of what is saved that gives its file: the page's own, or else a fresh one; null for none. */
async function findAddress(
  { pack, renew }: Pick<OpenPack, 'pack' | 'renew'>,
  address: SaveLinkProps['address'],
): Promise<string | null> {
  const own = address(pack);
  const ended = hasEnded(Date.parse(pack.expiresAt), serverNow());
  if (own && !ended && (await givesFile(own))) return own;
  const fresh = await renew();
  const next = fresh && address(fresh);
  return next && (await givesFile(next)) ? next : null;
}

/** With these a browser opens a link elsewhere, or keeps it. */
const isPlain = (event: MouseEvent) =>
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

/** A link that saves a file, once it is known to be there: a refusal is told and never saved. */
export function SaveLink({ address, className, label, children }: SaveLinkProps) {
  const open = useOpenPack();
  const asking = useRef(false);
  const press = async (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    if (asking.current) return;
    asking.current = true;
    const found = await findAddress(open, address).finally(() => {
      asking.current = false;
    });
    if (found) saveFrom(found);
    else
      toast({
        title: 'Algo deu errado...',
        text: 'Não deu para salvar. Tente de novo.',
        tone: 'error',
      });
  };
  return (
    <a
      className={className}
      href={address(open.pack)}
      download
      aria-label={label}
      data-tip={label}
      onClick={press}
    >
      {children}
    </a>
  );
}
