import { limits } from '@guilda/contract/limits';
import Headset from 'lucide-react/icons/headset';
import { Controller } from 'react-hook-form';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { ImagePicker } from '../../../ui/image-picker.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { PriceInput } from './price-input.tsx';
import type { useServiceForm } from './use-service-form.ts';

/** What can be sold. */
const kinds = [
  {
    value: 'call',
    label: 'Call',
    hint: 'Atendimento ao vivo, por voz',
    icon: <Headset className="i" aria-hidden="true" />,
  },
] as const;

type Model = Pick<ReturnType<typeof useServiceForm>, 'form' | 'progress' | 'image'>;

function KindAndPrice({ form }: Pick<Model, 'form'>) {
  const { control, formState } = form;
  const { errors } = formState;
  return (
    <div className="tp">
      <Controller
        control={control}
        name="type"
        render={({ field: { value, onChange } }) => (
          <ChoiceCards
            legend="Tipo"
            name="type"
            choices={kinds}
            value={value === 'call' ? value : null}
            onChange={onChange}
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
            error={errors.price?.message}
          />
        )}
      />
    </div>
  );
}

/** Every field of a new service, in the order of the prototype. */
export function ServiceFields({ form, progress, image }: Model) {
  const { control, register, formState } = form;
  const { errors } = formState;
  return (
    <div className="col g6">
      <TextInput
        label="Nome do serviço"
        hint="Diga o que a pessoa recebe."
        autoComplete="off"
        error={errors.title?.message}
        {...register('title')}
        max={limits.serviceTitle}
      />
      <TextArea
        label="Descrição"
        error={errors.description?.message}
        {...register('description')}
        max={limits.serviceDescription}
      />
      <KindAndPrice form={form} />
      <Controller
        control={control}
        name="category"
        render={({ field: { value, onChange } }) => (
          <CategoryPicker value={value} onChange={onChange} error={errors.category?.message} />
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
            file={value}
            onChange={image.choose}
            onReject={image.refuse}
            progress={progress}
            disabled={progress !== undefined}
            error={errors.image?.message}
          />
        )}
      />
    </div>
  );
}
