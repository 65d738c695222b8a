import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
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

/** Renders a component whose code is loaded by `loadCode`, and a text when loading has failed. */
function renderWithLoader(loadCode: () => Promise<typeof Loaded>) {
  function Place() {
    const [hasFailed, setHasFailed] = useState(false);
    const Component = useIdleComponent(loadCode, true, () => setHasFailed(true));
    if (Component) return <Component />;
    return <p>{hasFailed ? 'falhou' : 'carregando'}</p>;
  }
  return render(<Place />);
}

it('a component whose code cannot be loaded while there is a network reports the failure', async () => {
  renderWithLoader(() => Promise.reject(new Error('gone')));
  expect(screen.getByText('carregando')).toBeVisible();
  expect(await screen.findByText('falhou')).toBeVisible();
});

it('a component waits for the network while there is none, without a failure', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.useFakeTimers();
  renderWithLoader(async () => Loaded);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('carregando')).toBeVisible();
  onLine.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(screen.getByText('conteúdo')).toBeVisible();
});
