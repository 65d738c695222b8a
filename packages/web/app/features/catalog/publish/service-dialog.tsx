import type { OwnUser } from '@guilda/contract/accounts/users';
import { type DragEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { ServiceCardData } from '../components/service-card.tsx';
import { PackField } from './pack/pack-field.tsx';
import * as styles from './service-dialog.module.css';
import { ServiceFields } from './service-fields.tsx';
import { ServicePreview } from './service-preview.tsx';
import { UploadGuard } from './upload-guard.tsx';
import type { ServiceFormModel } from './use-service-form.ts';

interface ServiceDialogProps {
  open: boolean;
  title: string;
  /** Label of the main button. */
  submitLabel: string;
  model: ServiceFormModel;
  seller: OwnUser | ServiceCardData['seller'];
  /** URL of the current picture when a published service is changed. */
  currentImage?: string | undefined;
  /** Content in place of the pack's files until they are loaded. */
  packNote?: ReactNode;
  onClose: () => void;
  onCancel: () => void;
  /** Called when the person confirms to leave although uploads are running, which aborts them. */
  onLeave?: () => void;
  /** Content beside the form, such as a question before the dialog closes. */
  children?: ReactNode;
}

/** Focuses the first invalid field after a refused submit. */
function useFocusOnInvalidField(submitCount: number, isValid: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isValid) return;
    // A group of cards is invalid too, but only its cards take the focus.
    const selector =
      '[aria-invalid="true"]:not(fieldset), [data-invalid] :is(button, input):not([disabled])';
    const firstInvalidField = fields.current?.querySelector<HTMLElement>(selector);
    firstInvalidField?.focus();
    // The input of an upload area is a tiny element, so the whole field is scrolled into view together with its error.
    firstInvalidField?.closest('[data-ui="field"]')?.scrollIntoView({ block: 'nearest' });
  }, [submitCount, isValid]);
  return fields;
}

/** Prevents the browser from opening a file that was dropped outside the drop area. */
const preventFileNavigation = (event: DragEvent) => event.preventDefault();

/** The form of a service in its dialog, with a preview of the card beside it. */
export function ServiceDialog(props: ServiceDialogProps) {
  const { open, title, submitLabel, model, seller, currentImage, packNote } = props;
  const { form, values, progress, image, submit, pack } = model;
  const { isSubmitting, submitCount, errors } = form.formState;
  const fields = useFocusOnInvalidField(submitCount, Object.keys(errors).length === 0);
  const packContent = packNote ?? (
    <PackField pack={pack} disabled={isSubmitting} error={errors.archives?.message} />
  );
  return (
    <Dialog
      open={open}
      // A request under way cannot be cancelled, and closing would hide its result.
      onOpenChange={() => !isSubmitting && props.onClose()}
      title={title}
      size="xl"
      full
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" disabled={isSubmitting} onClick={props.onCancel}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches only what misses the well */}
      <div
        className={styles.form}
        ref={fields}
        onDragOver={preventFileNavigation}
        onDrop={preventFileNavigation}
      >
        <ServiceFields
          form={form}
          progress={progress}
          image={image}
          currentImage={currentImage}
          pack={values.type === 'media' && packContent}
        />
        <ServicePreview form={values} seller={seller} pack={pack} currentImage={currentImage} />
      </div>
      <UploadGuard queue={pack.queue} onLeave={props.onLeave} />
      {props.children}
    </Dialog>
  );
}
