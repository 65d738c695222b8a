import { findCategory } from '@guilda/contract/categories';
import type { Pack } from '@guilda/contract/packs';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Main } from '../../ui/main.tsx';
import { type OpenPack, PackContext } from './data/pack-context.ts';
import { usePurchase } from './data/use-purchase.ts';
import { PackDetails } from './parts/pack-details.tsx';
import { PackStage } from './parts/pack-stage.tsx';
import { PackTile } from './parts/pack-tile.tsx';
import { useViewerPlace } from './viewer/use-viewer-place.ts';

const PackViewer = lazy(() =>
  import('./viewer/pack-viewer.tsx').then((module) => ({ default: module.PackViewer })),
);

/** Tiles that are in the first view of a wide screen. */
const EAGER = 12;

interface PackViewProps {
  pack: Pack;
  paymentId: string | null;
  renew: () => Promise<Pack | null>;
}

/** Files of a pack for adults stay veiled until each was opened. */
function useVeils(pack: Pack, shownId: string | undefined) {
  const adult = findCategory(pack.service.category)?.adult ?? false;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (shownId) setOpened((before) => new Set(before).add(shownId));
  }, [shownId]);
  return useCallback((id: string) => adult && !opened.has(id), [adult, opened]);
}

/** The last file looked at: the viewer moves it as well as the buttons of the stage. */
function useStage(count: number, viewing: number) {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (viewing >= 0) setStage(viewing);
  }, [viewing]);
  return [Math.min(stage, count - 1), setStage] as const;
}

/** A pack: one file large, all of them below, and the viewer over the whole screen. */
export function PackView({ pack, paymentId, renew }: PackViewProps) {
  const { files, service } = pack;
  const purchase = usePurchase(paymentId);
  const viewer = useViewerPlace(files);
  const viewing = viewer.place >= 0;
  const [stage, setStage] = useStage(files.length, viewer.place);
  const isVeiled = useVeils(pack, files[viewer.place]?.id);
  const watched = useRef(new Map<string, number>()).current;
  const open = useMemo<OpenPack>(
    () => ({ pack, renew, watched, isVeiled }),
    [pack, renew, watched, isVeiled],
  );
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (viewing) setWanted(true);
  }, [viewing]);
  const large = files[stage];
  return (
    <PackContext value={open}>
      <Main className="pt0">
        <div className="visor on-mesa">
          <div className="wrap visor-w">
            {large && (
              <PackStage
                file={large}
                place={stage}
                count={files.length}
                resting={viewing}
                onPlace={setStage}
              />
            )}
            <PackDetails pack={pack} purchase={purchase} own={paymentId === null} />
          </div>
        </div>
        <div className="wrap">
          <ul className="rolo-p" aria-label="Arquivos do pacote">
            {files.map((file, index) => (
              <PackTile key={file.id} file={file} current={index === stage} eager={index < EAGER} />
            ))}
          </ul>
        </div>
      </Main>
      {wanted && (
        <Suspense>
          <PackViewer title={service.title} files={files} viewer={viewer} />
        </Suspense>
      )}
    </PackContext>
  );
}
