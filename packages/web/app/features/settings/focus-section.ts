/**
 * Gives the focus to a section of the settings after its pressed button disappeared, unless the person has gone on to
 * another part of the page.
 */
export function focusSection(id: string): void {
  const { activeElement, body } = document;
  const section = document.getElementById(id);
  if (activeElement === body || section?.contains(activeElement))
    section?.focus({ preventScroll: true });
}
