import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIdleComponent } from '../../app/lib/loading/use-idle-component.ts';

const Loaded = () => <p>conteúdo</p>;
const load = async () => Loaded;

function Page() {
  const Component = useIdleComponent(load, true);
  return Component ? <Component /> : <p>carregando</p>;
}

it('a component that was loaded once is there at once when its page is opened again', async () => {
  const { unmount } = render(<Page />);
  expect(screen.getByText('carregando')).toBeVisible();
  expect(await screen.findByText('conteúdo')).toBeVisible();
  unmount();
  render(<Page />);
  expect(screen.getByText('conteúdo')).toBeVisible();
});
