import type { TransparencyReport } from './transparency.ts';

/** A group of counts in the transparency report: its title, and the names of its counts in display order. */
interface CountGroup<Group extends 'reports' | 'outcomes' | 'actions' | 'appeals'> {
  readonly group: Group;
  readonly title: string;
  readonly names: Readonly<Record<keyof TransparencyReport[Group], string>>;
}

const createCountGroup = <Group extends 'reports' | 'outcomes' | 'actions' | 'appeals'>(
  definition: CountGroup<Group>,
) => definition;

/** pt-BR texts of the transparency report, used by its page and its CSV file. */
export const countGroups = [
  createCountGroup({
    group: 'reports',
    title: 'Denúncias recebidas',
    names: {
      minor: 'Envolvem menores de 18 anos',
      user: 'Sobre perfis',
      service: 'Sobre serviços',
      post: 'Sobre publicações',
      comment: 'Sobre comentários',
      review: 'Sobre avaliações',
    },
  }),
  createCountGroup({
    group: 'outcomes',
    title: 'Denúncias decididas',
    names: { upheld: 'A equipe deu razão', dismissed: 'A equipe descartou' },
  }),
  createCountGroup({
    group: 'actions',
    title: 'O que foi feito',
    names: {
      hide: 'Conteúdo ou perfil escondido pela equipe',
      automaticHide: 'Escondido automaticamente até a decisão',
      blur: 'Marcado como só para adultos',
      warn: 'Advertências',
      suspend: 'Suspensões',
      banPicture: 'Imagens barradas',
      refund: 'Reembolsos',
      requireAge: 'Contas em pausa até confirmar a idade',
    },
  }),
  createCountGroup({
    group: 'appeals',
    title: 'Recursos',
    names: { received: 'Recebidos', granted: 'Aceitos', denied: 'Negados' },
  }),
] as const;

/** Text shown instead of a count below ten, which is never published. */
export const hiddenCountText = 'menos de 10';
