import clsx from 'clsx';
import { useObjectUrl } from '../../../ui/forms/use-object-url.ts';
import { type ServiceCardData, ServiceCardView } from '../components/service-card.tsx';
import { type PackUploads, useUploadQueue } from './pack/use-pack.ts';
import * as styles from './service-dialog.module.css';
import { isPreviewable, parseTypedPrice, type ServiceForm } from './service-form.ts';

interface ServicePreviewProps {
  form: ServiceForm;
  seller: ServiceCardData['seller'];
  pack: PackUploads;
  currentImage?: string | undefined;
}

/** A preview of the service card while the form is filled in. */
export function ServicePreview({ form, seller, pack, currentImage }: ServicePreviewProps) {
  const chosenImageUrl = useObjectUrl(isPreviewable(form.image) ? form.image : null);
  const fileCount = useUploadQueue(
    pack.queue,
    (items) => items.filter(({ state }) => state.phase !== 'refused').length,
  );
  const { title, type, category } = form;
  return (
    <aside
      data-testid="service-preview"
      className={clsx(styles.preview, 'onlyLarge')}
      aria-hidden="true"
      inert
    >
      <p className="textSm muted">Assim o serviço aparece</p>
      <ServiceCardView
        title={
          <h3 className={title.trim() ? undefined : 'muted'}>
            {title.trim() || 'Nome do serviço'}
          </h3>
        }
        service={{
          title,
          type: type || null,
          category: category || null,
          price: parseTypedPrice(form.price),
          photoURL: chosenImageUrl ?? currentImage ?? null,
          // The card shows only the number of files, so all files are given the same kind here.
          archives: [{ kind: 'PNG', count: fileCount }],
          rating: null,
          reviewCount: 0,
          seller,
        }}
      />
    </aside>
  );
}
