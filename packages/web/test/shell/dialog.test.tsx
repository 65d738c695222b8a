import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from '../../app/ui/overlays/dialog.tsx';

/** Clicks on the backdrop; `count` is the number of the click in a row, as browsers count it. */
function clickBackdrop(count: number) {
  const backdrop = screen.getByRole('dialog').previousElementSibling as Element;
  const event = { button: 0, detail: count };
  fireEvent.pointerDown(backdrop, event);
  fireEvent.mouseDown(backdrop, event);
  fireEvent.click(backdrop, event);
}

it('stays open on the second click of the double click that opened it, and closes on a later click outside', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(<Dialog open onOpenChange={onOpenChange} title="Confirme que é você" />);
  await screen.findByRole('dialog');
  // Radix listens to clicks on the backdrop from the next task on, and closes in the task after the click.
  const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));
  await nextTask();
  clickBackdrop(2);
  await nextTask();
  expect(onOpenChange).not.toHaveBeenCalled();

  await vi.waitFor(() => {
    clickBackdrop(1);
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});
