import { limits } from '@guilda/contract/limits';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { NewTabLink } from '../../../ui/actions/new-tab-link.tsx';
import { ChoiceCards } from '../../../ui/forms/choice-cards.tsx';
import { ImagePicker } from '../../../ui/forms/image-picker.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { AccountAgeBar } from '../../age/index.ts';
import { ConnectDiscordHint } from '../../discord/index.ts';
import { CategoryPicker } from './category-picker.tsx';
import { PriceInput } from './price-input.tsx';
import * as styles from './service-dialog.module.css';
import { isPreviewable } from './service-form.ts';
import type { ServiceFormModel } from './use-service-form.ts';

/** The two service types to choose from, with labels and explanations. */
const typeOptions = [
  {
    value: 'call',
    label: 'Call',
    hint: 'Atendimento ao vivo',
    icon: <Headset className="icon" aria-hidden="true" />,
  },
  {
    value: 'media',
    label: 'Mídia',
    hint: 'JPG, PNG, GIF ou MP4',
    icon: <Images className="icon" aria-hidden="true" />,
  },
] as const;

type FormProps = Pick<ServiceFormModel, 'form'>;

function TypeAndPriceFields({ form }: FormProps) {
  const { control, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <div className={styles.titleAndPrice}>
      <Controller
        control={control}
        name="type"
        render={({ field: { value, onChange } }) => (
          <ChoiceCards
            legend="Tipo"
            name="type"
            choices={typeOptions}
            value={value}
            onChange={onChange}
            readOnly={isSubmitting}
            error={errors.type?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="price"
        render={({ field: { value, onChange, onBlur } }) => (
          <PriceInput
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            readOnly={isSubmitting}
            error={errors.price?.message}
          />
        )}
      />
    </div>
  );
}

function TextFields({ form }: FormProps) {
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <>
      <TextInput
        label="Nome do serviço"
        hint="Diga o que a pessoa recebe."
        autoComplete="off"
        readOnly={isSubmitting}
        error={errors.title?.message}
        {...register('title')}
        max={limits.serviceTitle}
      />
      <TextArea
        label="Descrição"
        readOnly={isSubmitting}
        error={errors.description?.message}
        {...register('description')}
        max={limits.serviceDescription}
      />
    </>
  );
}

interface ServiceFieldsProps extends Pick<ServiceFormModel, 'form' | 'progress' | 'image'> {
  /** URL of the current picture when a published service is changed. */
  currentImage?: string | undefined;
  /** The field with the files of the pack, for media services. */
  pack: ReactNode;
}

/** All fields of the service form. They take no input while the form is being sent, which would lose the input. */
export function ServiceFields({ form, progress, image, currentImage, pack }: ServiceFieldsProps) {
  const { control, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <div className="column gap6">
      <AccountAgeBar textOnly />
      <TextFields form={form} />
      <TypeAndPriceFields form={form} />
      {form.watch('type') === 'call' && (
        <ConnectDiscordHint
          textOnly
          text={
            <>
              Sem o Discord conectado, você não consegue atender ninguém por voz.{' '}
              <NewTabLink to="/user/settings/conta">Conectar em Configurações</NewTabLink>
            </>
          }
        />
      )}
      {pack}
      <Controller
        control={control}
        name="category"
        render={({ field: { value, onChange } }) => (
          <CategoryPicker
            value={value}
            onChange={onChange}
            disabled={isSubmitting}
            error={errors.category?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="image"
        render={({ field: { value } }) => (
          <ImagePicker
            label="Imagem de serviço"
            hint="JPG, PNG, WebP ou GIF, até 10 MB"
            accept={image.accept}
            file={isPreviewable(value) ? value : null}
            currentUrl={errors.image ? null : currentImage}
            onChange={image.choose}
            onReject={image.refuse}
            progress={progress}
            disabled={isSubmitting}
            error={errors.image?.message}
          />
        )}
      />
    </div>
  );
}
