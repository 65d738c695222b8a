/** Marks the buttons that open the panel, so that the focus finds its way back to one. */
export const PANEL_OPENER_ATTRIBUTES = { 'data-opens': 'recado' } as const;

/** Selector of those buttons. */
export const PANEL_OPENER_SELECTOR = '[data-opens="recado"]';
