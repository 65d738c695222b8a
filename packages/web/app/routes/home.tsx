import { categories, categoryImage } from '@guilda/contract/categories';
import { CategoryTile } from '../features/catalog/index.ts';
import { Button } from '../ui/button.tsx';
import { Main } from '../ui/main.tsx';

export function meta() {
  return [
    { title: 'Guilda' },
    {
      name: 'description',
      content: 'Contrate calls e packs de quem joga, desenha e faz companhia.',
    },
  ];
}

export default function Home() {
  return (
    <Main className="pt0">
      <section className="parede">
        <div className="parede-t on-mesa">
          <h1 className="d1">Tem sempre alguém à{'\u00a0'}mesa.</h1>
          <p className="t-lg dim pre">
            Contrate calls e packs de quem joga, desenha e faz companhia. Você paga em reais,
            combina no chat e entra na voz pelo Discord.
          </p>
          <div className="row so-visita">
            <Button asLink to="/login" variant="primary" size="large">
              Entrar com Google
            </Button>
          </div>
        </div>
        {categories.map(({ slug, label, adult }) => (
          <CategoryTile
            key={slug}
            slug={slug}
            label={label}
            adult={adult}
            image={categoryImage(slug)}
          />
        ))}
      </section>
    </Main>
  );
}
