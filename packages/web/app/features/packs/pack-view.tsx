import { findCategory } from '@guilda/contract/services/categories';
import type { Pack } from '@guilda/contract/services/packs';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Main } from '../../ui/layout/main.tsx';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { PackDetails } from './components/pack-details.tsx';
import { PackStage } from './components/pack-stage.tsx';
import { PackTile } from './components/pack-tile.tsx';
import { type OpenPack, PackContext } from './data/pack-context.ts';
import { usePackOrder } from './data/use-pack-order.ts';
import * as styles from './pack-view.module.css';
import { useViewerIndex } from './viewer/use-viewer-index.ts';

const loadViewer = () => import('./viewer/pack-viewer.tsx').then((module) => module.PackViewer);

/** Number of tiles visible without scrolling on a wide screen; their pictures load at once. */
const EAGER_TILE_COUNT = 12;

interface PackViewProps {
  pack: Pack;
  paymentId: string | null;
  refetchPack: () => Promise<Pack | null>;
}

/** Which files are still covered: in a pack for adults, each file is blurred until it was opened. */
function useVeiledFiles(pack: Pack, shownId: string | undefined) {
  const isAdult = findCategory(pack.service.category)?.adult ?? false;
  const [openedIds, setOpenedIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (shownId) setOpenedIds((before) => new Set(before).add(shownId));
  }, [shownId]);
  return useCallback((id: string) => isAdult && !openedIds.has(id), [isAdult, openedIds]);
}

/** Index of the file in large size above the tiles; changed by the buttons beside that file and by the viewer. */
function useStageIndex(count: number, firstIndex: number) {
  const [stageIndex, setStageIndex] = useState(0);
  useEffect(() => {
    if (firstIndex >= 0) setStageIndex(firstIndex);
  }, [firstIndex]);
  return [Math.min(stageIndex, count - 1), setStageIndex] as const;
}

/** A pack: one file in large size, all files as tiles below, and the full-screen viewer. */
export function PackView({ pack, paymentId, refetchPack }: PackViewProps) {
  const { files, service } = pack;
  const { data: purchase } = usePackOrder(paymentId);
  const viewer = useViewerIndex(files);
  const isViewing = viewer.index >= 0;
  const [stageIndex, setStageIndex] = useStageIndex(files.length, viewer.index);
  const isVeiled = useVeiledFiles(pack, files[viewer.index]?.id);
  const playbackPositions = useRef(new Map<string, number>()).current;
  const openPack = useMemo<OpenPack>(
    () => ({ pack, refetchPack, playbackPositions, isVeiled }),
    [pack, refetchPack, playbackPositions, isVeiled],
  );
  const PackViewer = useLazyComponent(loadViewer, isViewing, viewer.close);
  const stageFile = files[stageIndex];
  return (
    <PackContext value={openPack}>
      <Main className="noPaddingTop">
        <div className={`${styles.head} onDark`} data-pack-stage="">
          <div className={`container ${styles.layout}`}>
            {stageFile && (
              <PackStage
                file={stageFile}
                index={stageIndex}
                count={files.length}
                paused={isViewing}
                onIndexChange={setStageIndex}
              />
            )}
            <PackDetails pack={pack} purchase={purchase} isOwn={paymentId === null} />
          </div>
        </div>
        <div className="container">
          <ul className={styles.tiles} aria-label="Arquivos do pacote">
            {files.map((file, index) => (
              <PackTile
                key={file.id}
                file={file}
                current={index === stageIndex}
                eager={index < EAGER_TILE_COUNT}
              />
            ))}
          </ul>
        </div>
      </Main>
      {PackViewer && <PackViewer title={service.title} files={files} viewer={viewer} />}
    </PackContext>
  );
}
