import type { Pack } from '@guilda/contract/services/packs';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { downloadFrom, isFileAvailable } from '../../../lib/files/save-file.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type OpenPack, useOpenPack } from '../data/pack-context.ts';
import { isNearOrPastExpiry } from '../model/url-expiry.ts';

interface DownloadLinkProps {
  /** Reads the download URL from a pack. */
  urlOf: (pack: Pack) => string | undefined;
  className?: string | undefined;
  /** Accessible name and tooltip, for a link that is only an icon. */
  label?: string | undefined;
  children: ReactNode;
}

/** A working download URL: the one in the loaded pack, or else the one in the refetched pack; null when both fail. */
async function findWorkingUrl(
  { pack, refetchPack }: Pick<OpenPack, 'pack' | 'refetchPack'>,
  urlOf: DownloadLinkProps['urlOf'],
): Promise<string | null> {
  const ownUrl = urlOf(pack);
  const isUsable = !isNearOrPastExpiry(Date.parse(pack.expiresAt), serverNowMs());
  if (ownUrl && isUsable && (await isFileAvailable(ownUrl))) return ownUrl;
  const refetchedPack = await refetchPack();
  const refetchedUrl = refetchedPack && urlOf(refetchedPack);
  return refetchedUrl && (await isFileAvailable(refetchedUrl)) ? refetchedUrl : null;
}

/** Whether no modifier key is pressed that makes the browser open the link elsewhere. */
const isPlainClick = (event: MouseEvent) =>
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

/** Link that downloads a file after checking its URL, so that an error response is never saved as a file. */
export function DownloadLink({ urlOf, className, label, children }: DownloadLinkProps) {
  const openPack = useOpenPack();
  const busy = useRef(false);
  const press = async (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const downloadUrl = await findWorkingUrl(openPack, urlOf).finally(() => {
      busy.current = false;
    });
    if (downloadUrl) downloadFrom(downloadUrl);
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
      href={urlOf(openPack.pack)}
      download
      aria-label={label}
      data-tip={label}
      onClick={press}
    >
      {children}
    </a>
  );
}
